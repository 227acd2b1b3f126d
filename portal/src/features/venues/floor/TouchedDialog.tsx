import type { TableParty } from '@tablewire/contracts/booking/table-parties'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { formatDate, localTime } from '#src/kit/format.ts'
import { useFloorT } from './use-floor-t.ts'

/** Who would lose a table: the next ones, and all of them as a save names them. */
export type Touched = { parties: readonly TableParty[]; ids: string[] }

const shownMost = 12

/** Who would lose a table, by name, before anything is saved. */
const TouchedParties = ({ touched }: { touched: Touched }) => {
  const t = useFloorT()
  return (
    <>
      <p style={{ marginTop: 0 }}>{t('touched.text')}</p>
      <ul style={{ margin: 0, paddingInlineStart: 18, maxHeight: '40vh', overflowY: 'auto' }}>
        {touched.parties.slice(0, shownMost).map((party) => (
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
      {touched.ids.length > shownMost ? <p>{t('touched.more', { count: touched.ids.length - shownMost })}</p> : null}
    </>
  )
}

type TouchedDialogProps = { touched: Touched | undefined; busy: boolean; onSave: () => void; onClose: () => void }

/** Asks before a save takes tables from parties to come. */
export const TouchedDialog = ({ touched, busy, onSave, onClose }: TouchedDialogProps) => {
  const t = useFloorT()
  return (
    <ConfirmDialog
      open={touched !== undefined}
      title={t('touched.title', { count: touched?.ids.length ?? 0 })}
      confirmLabel={t('touched.save')}
      danger
      busy={busy}
      onConfirm={onSave}
      onClose={onClose}
    >
      {touched ? <TouchedParties touched={touched} /> : null}
    </ConfirmDialog>
  )
}
