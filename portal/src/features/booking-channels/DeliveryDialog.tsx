import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { styled } from '@mui/material/styles'
import type { DeliveryDetail } from '@tablewire/contracts/webhook-objects'
import { webhooks } from '@tablewire/contracts/webhooks'
import { useId } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant, formatNumber } from '#src/kit/format.ts'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
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

const Told = ({ delivery }: { delivery: DeliveryDetail }) => {
  const t = useT()
  const { inFull } = useFaultWords()
  // A channel's own people have no reservation list.
  const opensBookings = useAbility().can('read', 'reservation-list')
  return (
    <>
      {opensBookings ? <a href={`/reservations?date=any&id=${delivery.reservationId}`}>{t('wh.reservation')}</a> : null}
      <h3 style={{ margin: '16px 0 0', fontSize: '0.9375rem' }}>{t('wh.body')}</h3>
      <Code tabIndex={0}>{JSON.stringify(delivery.body, null, 2)}</Code>
      <h3 style={{ margin: 0, fontSize: '0.9375rem' }}>{t('wh.tries')}</h3>
      {delivery.tries.length === 0 ? <p>{t('wh.tries.none')}</p> : null}
      <Tries>
        {delivery.tries.map((one) => (
          <li key={one.n}>
            {one.n}. {formatInstant(one.at)} –{' '}
            {one.status === null
              ? t('wh.noAnswer', { ms: formatNumber(one.durationMs) })
              : t('wh.answered', { status: one.status, ms: formatNumber(one.durationMs) })}
            {one.error ? <small>{inFull(one.error)}</small> : null}
            {one.answer ? <small>{one.answer.slice(0, 300)}</small> : null}
          </li>
        ))}
      </Tries>
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
        <Button variant="contained" disabled={!query.data} loading={replay.isPending} onClick={() => replay.mutate({ params: { id } })}>
          {t('wh.replay')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
