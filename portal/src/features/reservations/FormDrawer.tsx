import { type Reservation, reservations } from '@tablewire/contracts/booking/reservations'
import { useCallback, useEffect, useState } from 'react'
import { useFormContext, useFormState } from 'react-hook-form'
import { useEndpoint } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { lazyWithRetry } from '#src/kit/lazy-with-retry.tsx'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { isOwnWork, useMadeHere } from './acts/own-steps.ts'
import type { SavedBooking } from './acts/undo.ts'
import { askedFor, type FormValues, newValues, valuesOf } from './reservation-form.ts'
import type { Asked } from './reservation-search.ts'
import { ReservationForm } from './ReservationForm.tsx'
import { useT } from './use-t.ts'
import type { VenueChoice } from './VenuePicker.tsx'

const nothing = (): void => undefined
/** The list opens without the words of forms. */
const DraftNote = lazyWithRetry(async () => {
  const [module] = await Promise.all([import('#src/kit/form/DraftNote.tsx'), loadPhrases('kit/office')])
  return module.DraftNote
}, nothing)

type FormDraftProps = {
  row: Reservation | undefined
  walkIn: boolean
  asked: Asked | undefined
  /** How to forget what was typed; undefined while closing would lose nothing. */
  onDirty: (drop: (() => void) | undefined) => void
}

/** A party that was asked for is another one than what was being typed before. */
const newKey = (asked: Asked | undefined): string =>
  asked?.time === undefined ? 'reservation:new' : `reservation:new:${asked.partySize} ${asked.time} ${asked.areaId ?? ''}`

/**
 * What is typed about a reservation survives a reload. On another state of it a draft is of no use: it would put back what others changed. An evening
 * later neither.
 */
const FormDraft = ({ row, walkIn, asked, onDirty }: FormDraftProps) => {
  const form = useFormContext<FormValues>()
  const { isDirty } = useFormState({ control: form.control })
  const owner = useSession().userData?.id ?? ''
  const key = row ? `reservation:${row.id}:${row.version}` : walkIn ? 'reservation:walk-in' : newKey(asked)
  const { restored, drop } = useDraft(form, { key, owner, of: row?.version ?? 0, hoursMax: 12 })
  useEffect(() => onDirty(isDirty ? drop : undefined), [isDirty, onDirty, drop])
  return restored ? <DraftNote restored onDrop={drop} /> : null
}

/** The reservation as it was when the form opened: what others change meanwhile must not overwrite what is being typed. */
const useOpened = (id: string | undefined) => {
  // Without a network it says so and tries again, and does not wait without a word.
  const detail = useEndpoint(reservations.get, { params: { id: id ?? '' } }, { enabled: id !== undefined, networkMode: 'always' })
  const [row, setRow] = useState<Reservation>()
  const made = useMadeHere()
  // One's own step before may be answered after the form has opened.
  if (detail.data && (!row || isOwnWork(made, row, detail.data))) setRow(detail.data)
  const reload = async (): Promise<void> => {
    const fresh = await detail.refetch()
    if (fresh.data) setRow(fresh.data)
  }
  return { row, newest: detail.data, error: detail.error, reload: () => void reload(), look: () => void detail.refetch() }
}

/** Among several nobody is chosen by chance: a booking in the wrong house is found out at its door. */
const soleVenue = ({ single, total, venues }: VenueChoice): string => single?.id ?? (total === 1 ? (venues[0]?.id ?? '') : '')

type FormDrawerProps = {
  open: boolean
  /** Undefined books anew. */
  id: string | undefined
  /** Begins with a party that stands at the door. */
  walkIn: boolean
  choice: VenueChoice
  date: string
  /** What a new one begins with, where somebody asked for it. */
  asked: Asked | undefined
  onSaved: (saved: Omit<SavedBooking, 'mayOverride'>) => void
  onClose: () => void
  onClosed: () => void
}

/** Books or changes; nothing that was typed goes without a question. */
export const FormDrawer = ({ open, id, walkIn, choice, date, asked, onSaved, onClose, onClosed }: FormDrawerProps) => {
  const t = useT()
  const [drop, setDrop] = useState<() => void>()
  const dirty = drop !== undefined
  const onDirty = useCallback((forget: (() => void) | undefined) => setDrop(() => forget), [])
  const [asking, setAsking] = useState(false)
  const close = useCallback(() => {
    if (dirty) setAsking(true)
    else onClose()
  }, [dirty, onClose])
  const { row, newest, error, reload, look } = useOpened(id)
  const venueId = soleVenue(choice)
  const begin = (): FormValues => askedFor(newValues(venueId, date, walkIn), asked)
  const [fresh, setFresh] = useState(begin)
  // What is kept of an earlier visit may not know the venue yet that the address names.
  if (fresh.venueId === '' && venueId !== '' && !dirty) setFresh(begin())
  return (
    <SidePanel label={id === undefined ? t('form.new') : t('form.change')} docked={false} open={open} onClose={close} onClosed={onClosed}>
      {id !== undefined && !row ? (
        <div style={{ padding: '56px 18px 18px' }}>
          {error ? <ErrorState error={error} onRetry={reload} /> : <FormSkeleton fields={6} />}
        </div>
      ) : (
        <ReservationForm
          key={row ? row.id : fresh.venueId}
          values={row ? valuesOf(row) : fresh}
          row={row}
          choice={choice}
          draft={<FormDraft {...{ row, walkIn, asked, onDirty }} />}
          onSaved={(saved, notified) => onSaved({ saved, before: row, guestNotified: notified })}
          newest={newest}
          onReload={reload}
          onLook={look}
        />
      )}
      <ConfirmDialog
        open={asking}
        title={t('form.discardTitle')}
        confirmLabel={t('form.discard')}
        danger
        onConfirm={() => {
          setAsking(false)
          drop?.()
          onClose()
        }}
        onClose={() => setAsking(false)}
      >
        {t('form.discardText')}
      </ConfirmDialog>
    </SidePanel>
  )
}
