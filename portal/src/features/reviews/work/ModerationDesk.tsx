import Button from '@mui/material/Button'
import type { ReviewDetail } from '@tablewire/contracts/reviews/reviews'
import { reviewModeration } from '@tablewire/contracts/reviews/review-requests'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'
import { Section } from './section.ts'

const tones = { awaiting: 'warning', published: 'success', declined: 'neutral' } as const

const Decide = ({ id, editedAt }: Pick<ReviewDetail, 'id' | 'editedAt'>) => {
  const t = useT()
  const [reason, setReason] = useState<string>()
  const settled = (words: string) => (): void => {
    setReason(undefined)
    toast.success(words)
    void queryClient.invalidateQueries({ queryKey: ['reviews'] })
  }
  const publish = useCall(reviewModeration.publish, { onSuccess: settled(t('work.moderation.published')) })
  const decline = useCall(reviewModeration.decline, { onSuccess: settled(t('work.moderation.declined')) })
  return (
    <div className="acts">
      <Button variant="contained" disabled={publish.isPending} onClick={() => publish.mutate({ params: { id }, body: { editedAt } })}>
        {t('work.moderation.publish')}
      </Button>
      <Button color="inherit" onClick={() => setReason('')}>
        {t('work.moderation.decline')}
      </Button>
      <ConfirmDialog
        open={reason !== undefined}
        title={t('work.moderation.decline.title')}
        confirmLabel={t('work.moderation.decline')}
        ready={reason !== undefined && reason.trim() !== ''}
        busy={decline.isPending}
        onClose={() => setReason(undefined)}
        onConfirm={() => reason && decline.mutate({ params: { id }, body: { reason, editedAt } })}
      >
        <TextField
          multiline
          minRows={2}
          required
          label={t('work.moderation.reason')}
          helperText={t('work.moderation.reason.hint')}
          value={reason ?? ''}
          slotProps={{ htmlInput: { maxLength: 1000 } }}
          onChange={({ target }) => setReason(target.value)}
        />
      </ConfirmDialog>
    </div>
  )
}

/** Of what a guest wrote to us himself: whether others read it. */
export const ModerationDesk = ({ review: { id, editedAt, moderation, moderationReason } }: { review: ReviewDetail }) => {
  const t = useT()
  const ability = useAbility()
  if (moderation === null) return null
  return (
    <Section aria-label={t('work.moderation')}>
      <h3>{t('work.moderation')}</h3>
      <Tag tone={tones[moderation]}>{t(`work.moderation.${moderation}`)}</Tag>
      {moderationReason ? <p>{moderationReason}</p> : null}
      {moderation === 'awaiting' && ability.can('update', 'reviews') ? <Decide id={id} editedAt={editedAt} /> : null}
    </Section>
  )
}
