import { localTime } from '#src/kit/format.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { guestName } from '../guest-name.ts'
import type { Moves } from '../use-moves.ts'
import type { PendingMove } from '../use-reservations-page.ts'
import { useT } from '../use-t.ts'

type EarlyNoShowProps = PendingMove & { moves: Pick<Moves, 'run'>; onClose: () => void }

/** A party whose time has not come is written down as not come only by whoever means it. */
export const EarlyNoShow = ({ row, move, moves, onClose }: EarlyNoShowProps) => {
  const t = useT()
  return (
    <ConfirmDialog
      open
      title={t('early.title', { name: guestName(row) || t('guest.unknown'), time: localTime(row.startsLocal) })}
      confirmLabel={t('move.no-show')}
      closeLabel={t('back')}
      danger
      onConfirm={() => {
        onClose()
        moves.run(row, move).catch(() => undefined)
      }}
      onClose={onClose}
    >
      {t('early.text')}
    </ConfirmDialog>
  )
}
