import { mdiSendOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { traces, type Waiting } from '@tablewire/contracts/traces'
import { webhooks } from '@tablewire/contracts/webhooks'
import { useState } from 'react'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { useAbility } from '#src/api/ability.ts'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatMoment } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Bone } from '#src/kit/Skeletons.tsx'
import { toast } from '#src/kit/toasts.ts'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { Hops } from './Hops.tsx'
import { Payload } from './Payload.tsx'
import { useT } from './use-t.ts'

const Root = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  minWidth: 0,
  '& .said': { display: 'grid', gap: 10, padding: '8px 0 4px 6px' },
  '& > p': { margin: 0, color: theme.vars.palette.text.secondary },
  '& .wait': { display: 'grid', gap: 4, minWidth: 0 },
  '& .wait small': { display: 'block', fontWeight: 400 },
}))

/** Something of this booking that somebody has not heard yet: what, why, when it is tried next, and the way to try now. */
const WaitingBox = ({ waiting, timeZone }: { waiting: Waiting; timeZone: string | undefined }) => {
  const t = useT()
  const { inFull } = useFaultWords()
  const ability = useAbility()
  const { id, kind, given, attempts, nextAt, error } = waiting
  // Nothing of it is on its way any more: what can be done is to look what the system has now.
  const looks = kind === 'system' && given
  const onSuccess = (): void => {
    toast.success(t(looks ? 'looked' : 'resent'))
    void queryClient.invalidateQueries({ queryKey: keyOf(traces.journey) })
  }
  const replay = useCall(webhooks.replayOne, { onSuccess })
  const settle = useCall(traces.settle, { onSuccess })
  const mayTry = kind === 'webhook' ? ability.can('update', 'webhooks') : ability.can('update', 'reservation-list')
  const tryNow = (): void => (kind === 'webhook' ? replay : settle).mutate({ params: { id } })
  const facts = [
    ...(attempts > 0 ? [t('wait.tries', { count: attempts })] : []),
    ...(nextAt ? [t('wait.next', { time: formatMoment(nextAt, timeZone) })] : []),
    ...(error ? [inFull(error)] : []),
  ]
  return (
    <ToneBox tone={given ? 'danger' : 'warning'}>
      <div className="wait">
        {t(`wait.${kind}${given ? 'Given' : ''}`)}
        <small>{facts.join(' · ')}</small>
        {mayTry ? (
          <div>
            <Button
              size="small"
              color="inherit"
              variant="outlined"
              startIcon={<Icon path={mdiSendOutline} size={16} />}
              loading={replay.isPending || settle.isPending}
              onClick={tryNow}
            >
              {t(looks ? 'lookAgain' : 'resend')}
            </Button>
          </div>
        ) : null}
      </div>
    </ToneBox>
  )
}

const Said = ({ id, hopId }: { id: string; hopId: string }) => {
  const t = useT()
  const query = useEndpoint(traces.hop, { params: { id, hopId } }, { staleTime: Infinity })
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  return (
    <div className="said" aria-busy={!query.data}>
      {query.data ? (
        <>
          <Payload title={t('asked')} {...query.data.request} />
          <Payload title={t('answered')} {...query.data.response} />
        </>
      ) : (
        <Bone width="80%" />
      )}
    </div>
  )
}

/** RE5: the way of one booking, from the channel through the hub to the system and back, and what still waits. */
export const JourneyPage = ({ id, timeZone }: { id: string; timeZone: string | undefined }) => {
  const t = useT()
  const [open, setOpen] = useState<string>()
  const journey = useEndpoint(
    traces.journey,
    { params: { id } },
    { refetchInterval: ({ state }) => (state.data?.waiting.length ? 5000 : false) },
  )
  if (journey.isError && !journey.data) return <ErrorState error={journey.error} onRetry={() => void journey.refetch()} />
  if (!journey.data)
    return (
      <Root aria-busy="true">
        <Bone width="70%" />
        <Bone width="55%" />
        <Bone width="80%" />
      </Root>
    )
  const { hops, waiting } = journey.data
  return (
    <Root>
      {waiting.map((one) => (
        <WaitingBox key={`${one.kind}${one.id}`} waiting={one} timeZone={timeZone} />
      ))}
      {hops.length === 0 && waiting.length === 0 ? <p>{t('journey.none')}</p> : null}
      <Hops hops={hops} selectedId={open} timeZone={timeZone} onChoose={(hop) => setOpen(hop.id === open ? undefined : hop.id)}>
        {open ? <Said id={id} hopId={open} /> : null}
      </Hops>
    </Root>
  )
}
