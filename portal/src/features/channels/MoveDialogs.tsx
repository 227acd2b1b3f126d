import type { LinkMove } from '@tablewire/contracts/channels/channels.rules'
import type { VenueChannel } from '@tablewire/contracts/channels/links'
import { useState } from 'react'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useT } from './use-t.ts'

export type PendingMove = { link: VenueChannel; move: 'disconnect' | 'pause' | 'reject' }
export const isAsked = (move: LinkMove): move is PendingMove['move'] => move === 'disconnect' || move === 'pause' || move === 'reject'

type Props = { pending: PendingMove | undefined; busy: boolean; onConfirm: (reason?: string) => void; onClose: () => void }

/** What takes a venue off sale asks first, in words about what goes with it. */
export const MoveDialogs = ({ pending, busy, onConfirm, onClose }: Props) => {
  const t = useT()
  const [reason, setReason] = useState('')
  if (!pending) return null
  const { link, move } = pending
  const close = (): void => {
    setReason('')
    onClose()
  }
  return (
    <ConfirmDialog
      open
      danger={move !== 'pause'}
      title={t(`${move}.title`, { name: link.name })}
      confirmLabel={t(`do.${move}`)}
      busy={busy}
      ready={move !== 'reject' || reason.trim() !== ''}
      onConfirm={() => onConfirm(move === 'reject' ? reason.trim() : undefined)}
      onClose={close}
    >
      {move === 'reject' ? (
        <TextField
          label={t('reject.reason')}
          required
          multiline
          minRows={2}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          slotProps={{ htmlInput: { maxLength: 500 } }}
        />
      ) : (
        t(`${move}.text`)
      )}
    </ConfirmDialog>
  )
}
