import { styled } from '@mui/material/styles'
import { traces } from '@tablewire/contracts/operations/traces'
import { useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { Hops } from './Hops.tsx'
import { Payload } from './Payload.tsx'
import { useT } from './use-t.ts'
import { isTrouble, useJourney, WaitingBox } from './TroublePage.tsx'

const Root = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  minWidth: 0,
  '& .said': { display: 'grid', gap: 10, padding: '8px 0 4px 6px' },
  '& > p': { margin: 0, color: theme.vars.palette.text.secondary },
}))

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
        <Skeleton width="80%" />
      )}
    </div>
  )
}

/** RE5: the way of one booking, from the channel through the hub to the system and back, and what still waits. */
export const JourneyPage = ({ id, timeZone }: { id: string; timeZone: string | undefined }) => {
  const t = useT()
  const [open, setOpen] = useState<string>()
  const journey = useJourney(id)
  if (journey.isError && !journey.data) return <ErrorState error={journey.error} onRetry={() => void journey.refetch()} />
  if (!journey.data)
    return (
      <Root aria-busy="true">
        <Skeleton width="70%" />
        <Skeleton width="55%" />
        <Skeleton width="80%" />
      </Root>
    )
  const { hops, waiting } = journey.data
  return (
    <Root>
      {waiting.map((one) => (isTrouble(one) ? null : <WaitingBox key={`${one.kind}${one.id}`} waiting={one} timeZone={timeZone} />))}
      {hops.length === 0 && waiting.length === 0 ? <p>{t('journey.none')}</p> : null}
      <Hops hops={hops} selectedId={open} timeZone={timeZone} onChoose={(hop) => setOpen(hop.id === open ? undefined : hop.id)}>
        {open ? <Said id={id} hopId={open} /> : null}
      </Hops>
    </Root>
  )
}
