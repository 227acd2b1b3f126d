import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import Link from '@mui/material/Link'
import { styled } from '@mui/material/styles'
import type { DeliveryDetail } from '@tablewire/contracts/channels/webhook-objects'
import { webhooks } from '@tablewire/contracts/channels/webhooks'
import { useId } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant, formatNumber } from '#src/kit/format.ts'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

const Code = styled('pre')(({ theme }) => ({
  margin: theme.spacing(1, 0, 2),
  padding: theme.spacing(1.5),
  overflow: 'auto',
  maxHeight: 260,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.ground.sunken,
  fontSize: '0.8125rem',
  lineHeight: 1.5,
  whiteSpace: 'pre-wrap',
  overflowWrap: 'anywhere',
}))
const Tries = styled('ol')(({ theme }) => ({
  margin: theme.spacing(1, 0, 0),
  padding: 0,
  listStyle: 'none',
  '& > li': { padding: theme.spacing(1, 0), borderBlockStart: `1px solid ${theme.vars.palette.divider}`, overflowWrap: 'anywhere' },
  '& small': { display: 'block', color: theme.vars.palette.text.secondary },
}))

const Facts = styled('dl')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr)',
  gap: '6px 16px',
  margin: theme.spacing(2, 0),
  fontSize: '0.875rem',
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
}))
const Section = styled('section')({ '& > h3': { margin: '16px 0 0', fontSize: '0.9375rem' } })

/** What it means for whoever opened it: why it did not arrive and what happens next, before anything technical. */
const Standing = ({ delivery: { state, error, attempts, nextAt, status } }: { delivery: DeliveryDetail }) => {
  const t = useT()
  const { inFull } = useFaultWords()
  if (state === 'delivered') return null
  const next = state === 'dead' ? t('wh.gaveUp', { count: attempts }) : nextAt ? t('wh.again', { when: formatInstant(nextAt) }) : ''
  const why = error ? inFull(error) : status === null ? '' : String(status)
  return <ToneBox tone={state === 'dead' ? 'danger' : 'warning'}>{[why, next].filter(Boolean).join(' ')}</ToneBox>
}

const Attempts = ({ tries }: Pick<DeliveryDetail, 'tries'>) => {
  const t = useT()
  const { line } = useFaultWords()
  return (
    <Section>
      <h3>{t('wh.tries')}</h3>
      {tries.length === 0 ? <p>{t('wh.tries.none')}</p> : null}
      <Tries>
        {tries.map((one) => (
          <li key={one.n}>
            {one.n}. {formatInstant(one.at)} –{' '}
            {one.status === null
              ? t('wh.noAnswer', { ms: formatNumber(one.durationMs) })
              : t('wh.answered', { status: one.status, ms: formatNumber(one.durationMs) })}
            {one.error ? <small>{line(one.error)}</small> : null}
            {one.answer ? (
              <small>
                <code>{one.answer.slice(0, 300)}</code>
              </small>
            ) : null}
          </li>
        ))}
      </Tries>
    </Section>
  )
}

const Told = ({ delivery }: { delivery: DeliveryDetail }) => {
  const t = useT()
  // A channel's own people have no reservation list.
  const opensBookings = useAbility().can('read', 'reservation-list')
  const { reservationId, reference, url, occurredAt } = delivery
  return (
    <>
      <Standing delivery={delivery} />
      <Facts>
        <dt>{t('wh.col.booking')}</dt>
        <dd>
          {reference ?? '–'} {opensBookings ? <Link href={`/reservations?date=any&id=${reservationId}`}>{t('wh.reservation')}</Link> : null}
        </dd>
        <dt>{t('wh.col.when')}</dt>
        <dd>{formatInstant(occurredAt)}</dd>
        <dt>{t('wh.url')}</dt>
        <dd>{url}</dd>
      </Facts>
      <Attempts tries={delivery.tries} />
      <Section>
        <h3>{t('wh.body')}</h3>
        <Code tabIndex={0}>{JSON.stringify(delivery.body, null, 2)}</Code>
      </Section>
    </>
  )
}

/** One delivery: what was sent, what was said each time, and sending it again. */
export const DeliveryDialog = ({ id, onClose }: { id: string; onClose: () => void }) => {
  const t = useT()
  const titleId = useId()
  const query = useEndpoint(webhooks.delivery, { params: { id } }, { staleTime: 0 })
  const replay = useCall(webhooks.replayOne, {
    onSuccess: () => {
      toast.success(t('wh.replayed', { count: 1 }))
      onClose()
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: ['webhooks'] }),
  })
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>
        {query.data ? `${t(`wh.action.${query.data.action}`)} · ${t(`wh.delivery.${query.data.state}`)}` : t('wh.delivery')}
      </DialogTitle>
      <DialogContent>
        {query.isPending ? <FormSkeleton fields={4} /> : null}
        {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.data ? <Told delivery={query.data} /> : null}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('wh.close')}
        </Button>
        <KeptButton variant="contained" disabled={!query.data} busy={replay.isPending} onClick={() => replay.mutate({ params: { id } })}>
          {t('wh.replay')}
        </KeptButton>
      </DialogActions>
    </Dialog>
  )
}
