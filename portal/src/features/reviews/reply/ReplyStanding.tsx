import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ReplyDesk, reviewReplies } from '@tablewire/contracts/reviews/replies'
import { useState } from 'react'
import type { ApiError } from '#src/api/api-error.ts'
import { useAbility } from '#src/api/ability.ts'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import { formatInstant } from '#src/kit/format.ts'
import { Tag } from '#src/kit/Tag.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'
import { replyTones } from './reply-tones.ts'

const Text = styled('blockquote')(({ theme }) => ({
  margin: 0,
  padding: '8px 12px',
  borderInlineStart: `3px solid ${theme.vars.palette.divider}`,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
  fontSize: '0.9375rem',
  lineHeight: 1.5,
}))

/** Approve, give back and withdraw; what somebody else did meanwhile is told and shown. */
const useDecisions = (id: string) => {
  const t = useT()
  const settled = {
    meta: { shown: true },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: keyOf(reviewReplies.desk) }),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['reviews'] }),
    onError: (error: ApiError) => toast.error(error.message || t('reply.failed')),
  }
  const approve = useCall(reviewReplies.approve, settled)
  const decline = useCall(reviewReplies.decline, settled)
  const withdraw = useCall(reviewReplies.withdraw, settled)
  const params = { id }
  return {
    busy: approve.isPending || decline.isPending || withdraw.isPending,
    approve: (version: number) => approve.mutate({ params, body: { version } }),
    decline: (version: number, reason: string) => decline.mutate({ params, body: { version, reason } }),
    withdraw: (version: number) => withdraw.mutate({ params, body: { version } }),
  }
}

type Decided = { version: number; onDecline: (version: number, reason: string) => void; busy: boolean; onClose: () => void }
const WhyNot = ({ version, onDecline, busy, onClose }: Decided) => {
  const t = useT()
  const [reason, setReason] = useState('')
  return (
    <form
      style={{ display: 'grid', gap: 8 }}
      onSubmit={(event) => {
        event.preventDefault()
        onDecline(version, reason)
      }}
    >
      <TextField
        label={t('reply.why')}
        value={reason}
        onChange={({ target }) => setReason(target.value)}
        multiline
        minRows={2}
        autoFocus
        slotProps={{ htmlInput: { maxLength: 1000 } }}
      />
      <div className="acts">
        <Button type="submit" variant="contained" disabled={reason.trim() === ''} loading={busy}>
          {t('reply.decline')}
        </Button>
        <Button color="inherit" onClick={onClose}>
          {t('reply.cancel')}
        </Button>
      </div>
    </form>
  )
}

type Reply = NonNullable<ReplyDesk['reply']>

const shownText = ({ shown, text, state }: Reply): string => (state === 'published' && shown ? shown.text : text)

const Why = ({ reason, rejectedBy }: Pick<Reply, 'reason' | 'rejectedBy'>) => {
  const t = useT()
  if (reason === null) return null
  return (
    <p role="note" style={{ margin: 0 }}>
      <strong>{t(rejectedBy === 'house' ? 'reply.because.house' : 'reply.because.source')}</strong> {reason}
    </p>
  )
}

type ActsProps = { reply: Reply; id: string; onEdit: (() => void) | undefined }
/** What can be done with it now. */
const Acts = ({ reply: { state, version, shown }, id, onEdit }: ActsProps) => {
  const t = useT()
  const ability = useAbility()
  const [declining, setDeclining] = useState(false)
  const { approve, decline, withdraw, busy } = useDecisions(id)
  const decides = state === 'awaiting' && ability.can('override', 'reviews')
  const takesBack = (state === 'awaiting' || state === 'pending') && ability.can('update', 'reviews')
  if (declining && decides) return <WhyNot version={version} onDecline={decline} busy={busy} onClose={() => setDeclining(false)} />
  return (
    <div className="acts">
      {decides ? (
        <>
          <Button variant="contained" loading={busy} onClick={() => approve(version)}>
            {t('reply.approve')}
          </Button>
          <Button color="inherit" variant="outlined" onClick={() => setDeclining(true)}>
            {t('reply.giveBack')}
          </Button>
        </>
      ) : null}
      {onEdit ? (
        <Button color="inherit" variant="outlined" onClick={onEdit}>
          {t('reply.edit')}
        </Button>
      ) : null}
      {takesBack ? (
        <Button color="inherit" disabled={busy} onClick={() => withdraw(version)}>
          {t('reply.withdraw')}
        </Button>
      ) : null}
      {shown?.url ? (
        <Button href={shown.url} target="_blank" rel="noopener noreferrer" color="inherit">
          {t('reply.open')}
        </Button>
      ) : null}
    </div>
  )
}

/** Who wrote what stands there, and since when. */
const sinceOf = ({ state, shown, author, writtenAt }: Reply): string => {
  const isPublic = state === 'published' && shown
  return [isPublic ? (shown.author ?? author) : author, formatInstant(isPublic ? shown.at : writtenAt)].filter(Boolean).join(' · ')
}

type Props = {
  desk: ReplyDesk
  id: string
  /** What is written below takes its place when it is sent. */
  replaces: boolean
  onEdit: (() => void) | undefined
}

/** Where the reply stands, what guests read, and why it was given back. */
export const ReplyStanding = ({ desk: { reply, draft }, id, replaces, onEdit }: Props) => {
  const t = useT()
  if (!reply || reply.state === 'draft') return null
  const { state, shown } = reply
  return (
    <>
      <div>
        <Tag tone={replyTones[state]}>{t(`reply.state.${state}`)}</Tag> <span className="quiet">{sinceOf(reply)}</span>
      </div>
      <Why reason={reply.reason} rejectedBy={reply.rejectedBy} />
      <Text>{shownText(reply)}</Text>
      {shown && state !== 'published' ? <p>{t('reply.stillShown', { text: shown.text })}</p> : null}
      {replaces ? <p>{t('reply.replaces')}</p> : onEdit && draft ? <p>{t('reply.draftKept')}</p> : null}
      <Acts reply={reply} id={id} onEdit={onEdit} />
    </>
  )
}
