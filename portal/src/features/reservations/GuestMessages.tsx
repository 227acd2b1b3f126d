import { mdiAccountHeartOutline, mdiEmailFastOutline, mdiEmailOutline, mdiPhoneOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type GuestMessage, guestMessages } from '@tablewire/contracts/booking/guest-messages'
import type { Reservation, ReservationRow } from '@tablewire/contracts/booking/reservations'
import { stillTrue } from '@tablewire/contracts/booking/reservations.rules'
import { Link } from '@tanstack/react-router'
import { useAbility } from '#src/api/ability.ts'
import { useCall, useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { toast } from '#src/kit/toasts.ts'
import type { Tone } from '#src/kit/tones.ts'
import { useT } from './use-t.ts'

const List = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& > li': { padding: '6px 0' },
  '& > li + li': { borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 },
  '& b': { fontWeight: 600 },
  '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
  '& .answer': { margin: '2px 0 0' },
}))

const tones: Record<GuestMessage['state'], Tone> = {
  queued: 'neutral',
  sent: 'info',
  delivered: 'success',
  bounced: 'danger',
  failed: 'danger',
  held: 'neutral',
  skipped: 'neutral',
}

type MessageProps = { row: ReservationRow; message: GuestMessage; timezone: string | undefined; maySend: boolean }
const Message = ({ row: { id, lateMinutes }, message, timezone, maySend }: MessageProps) => {
  const t = useT()
  const { kind, port, state, reason, recipient, askedBy, stateAt, answer, said, answeredAt } = message
  const resend = useCall(guestMessages.resend, { networkMode: 'always', onSuccess: () => toast.success(t('panel.resent')) })
  return (
    <li>
      <div className="line">
        <b>{t(`messages.kind.${kind}`)}</b>
        {state === 'skipped' ? null : <Tag tone={tones[state]}>{t(`messages.state.${state}`)}</Tag>}
        {maySend ? (
          <Button
            size="small"
            color="inherit"
            startIcon={<Icon path={mdiEmailFastOutline} size={16} />}
            loading={resend.isPending}
            onClick={() => resend.mutate({ params: { id }, body: { kind } })}
          >
            {t('messages.again')}
          </Button>
        ) : null}
      </div>
      <small>
        {[
          formatInstant(stateAt, timezone),
          state === 'held' ? t('messages.held') : `${t(`messages.port.${port}`)} ${recipient}`,
          askedBy !== null && t('messages.askedBy', { name: askedBy }),
          reason !== null && t('messages.reason', { reason }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </small>
      {answer && answeredAt ? (
        <p className="answer">
          {answer === 'late' && lateMinutes ? t('sign.late', { count: lateMinutes }) : t(`messages.answer.${answer}`)} ·{' '}
          {formatInstant(answeredAt, timezone)}
          {said === null ? null : (
            <>
              <br />
              <q>{said}</q>
            </>
          )}
        </p>
      ) : null}
    </li>
  )
}

type GuestMessagesProps = { row: ReservationRow; detail: Reservation | undefined; maySend: boolean }

/** What the guest was sent, what became of it and what he answered by it; each can be sent again as long as it is true. */
export const GuestMessages = ({ row, detail, maySend }: GuestMessagesProps) => {
  const t = useT()
  const { id, status } = row
  const messages = useEndpoint(guestMessages.list, { params: { id } })
  if (messages.error && !messages.data) return <ErrorState error={messages.error} onRetry={() => void messages.refetch()} />
  if (!messages.data) return <Skeleton width="70%" />
  if (!messages.data.length) return <p className="note">{t('messages.none')}</p>
  const newest = new Map(messages.data.toReversed().map((message) => [message.kind, message.id]))
  return (
    <List>
      {messages.data.map((message) => (
        <Message
          key={message.id}
          row={row}
          message={message}
          timezone={detail?.timezone}
          maySend={maySend && newest.get(message.kind) === message.id && stillTrue(message.kind, status)}
        />
      ))}
    </List>
  )
}

type ContactProps = { row: ReservationRow; bounced: boolean }
/** How the guest is reached; an address that refused our mail is marked. */
export const GuestContact = ({ row: { guest }, bounced }: ContactProps) => {
  const t = useT()
  const knows = useAbility().can('read', 'guests')
  const { id, phone, email } = guest
  if (!phone && !email) return <p className="note">{t('panel.noContact')}</p>
  return (
    <>
      {phone ? (
        <div className="contact">
          <Icon path={mdiPhoneOutline} size={18} />
          <a href={`tel:${phone}`}>{phone}</a>
        </div>
      ) : null}
      {email ? (
        <div className="contact">
          <Icon path={mdiEmailOutline} size={18} />
          <a href={`mailto:${email}`}>{email}</a>
          {bounced ? <Tag tone="danger">{t('panel.emailBounced')}</Tag> : null}
        </div>
      ) : null}
      {id && knows ? (
        <div className="contact">
          <Icon path={mdiAccountHeartOutline} size={18} />
          <Link to="/guests" search={{ id } as never}>
            {t('panel.profile')}
          </Link>
        </div>
      ) : null}
    </>
  )
}
