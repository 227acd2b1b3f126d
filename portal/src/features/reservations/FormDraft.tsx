import type { Reservation } from '@tablewire/contracts/reservations'
import { lazy, Suspense, useEffect } from 'react'
import { useFormContext } from 'react-hook-form'
import { useSession } from '#src/api/session.ts'
import { loadPhrases } from '#src/i18n/phrases.ts'
import { useDraft } from '#src/kit/form/use-draft.ts'
import type { FormValues } from './reservation-form.ts'

/** The list opens without the words of forms. */
const DraftNote = lazy(async () => {
  const [{ DraftNote: Note }] = await Promise.all([import('#src/kit/form/DraftNote.tsx'), loadPhrases('kit/office')])
  return { default: Note }
})

type FormDraftProps = {
  row: Reservation | undefined
  unsaved: boolean
  /** How to forget what was typed; undefined while closing would lose nothing. */
  onDirty: (drop: (() => void) | undefined) => void
}

/**
 * What is typed about a reservation survives a reload. On another state of it a draft is of no use: it would put back what others changed. An evening
 * later neither.
 */
export const FormDraft = ({ row, unsaved, onDirty }: FormDraftProps) => {
  const form = useFormContext<FormValues>()
  const owner = useSession().userData?.id ?? ''
  const key = row ? `reservation:${row.id}:${row.version}` : 'reservation:new'
  const { restored, drop } = useDraft(form, { key, owner, of: row?.version ?? 0, hoursMax: 12 })
  useEffect(() => onDirty(unsaved ? drop : undefined), [unsaved, onDirty, drop])
  return restored ? (
    <Suspense>
      <DraftNote restored onDrop={drop} />
    </Suspense>
  ) : null
}
