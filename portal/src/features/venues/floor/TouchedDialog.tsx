import type { TableParty } from '@tablewire/contracts/booking/table-parties'
import { useState } from 'react'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { formatDate, localTime } from '#src/kit/format.ts'
import { useFloorT } from './use-floor-t.ts'

/** Who would lose a table: the next ones, and all of them as a save names them; and who would have too few seats at theirs. */
export type Touched = { parties: readonly TableParty[]; ids: string[]; tight?: readonly TableParty[] }

const shownMost = 12

const Parties = ({ text, parties, count }: { text: string; parties: readonly TableParty[]; count: number }) => {
  const t = useFloorT()
  if (count === 0) return null
  return (
    <>
      <p style={{ marginTop: 0 }}>{text}</p>
      <ul style={{ margin: '0 0 16px', paddingInlineStart: 18, maxHeight: '40vh', overflowY: 'auto' }}>
        {parties.slice(0, shownMost).map((party) => (
          <li key={party.reservationId}>
            {t('touched.party', {
              name: party.guestName || '–',
              size: party.partySize,
              date: formatDate(party.serviceOn),
              time: localTime(party.startsLocal),
              tables: party.tables,
            })}
          </li>
        ))}
      </ul>
      {count > shownMost ? <p>{t('touched.more', { count: count - shownMost })}</p> : null}
    </>
  )
}

type TouchedDialogProps = { touched: Touched | undefined; busy: boolean; onSave: () => void; onClose: () => void }

/** Asks before a save takes tables, or seats, from parties to come. */
export const TouchedDialog = ({ touched, busy, onSave, onClose }: TouchedDialogProps) => {
  const t = useFloorT()
  // Its words stay while it closes.
  const [shown, show] = useState(touched)
  if (touched && touched !== shown) show(touched)
  const { parties = [], ids = [], tight = [] } = touched ?? shown ?? {}
  return (
    <ConfirmDialog
      open={touched !== undefined}
      title={ids.length > 0 ? t('touched.title', { count: ids.length }) : t('tight.title', { count: tight.length })}
      confirmLabel={t('touched.save')}
      danger
      busy={busy}
      onConfirm={onSave}
      onClose={onClose}
    >
      <Parties text={t('touched.text')} parties={parties} count={ids.length} />
      <Parties text={t('tight.text')} parties={tight} count={tight.length} />
    </ConfirmDialog>
  )
}
