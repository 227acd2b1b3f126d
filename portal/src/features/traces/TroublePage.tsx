import { mdiRefresh, mdiSendOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { traces, type Waiting } from '@tablewire/contracts/operations/traces'
import { webhooks } from '@tablewire/contracts/channels/webhooks'
import { useAbility } from '#src/api/ability.ts'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { formatMoment } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { toast } from '#src/kit/toasts.ts'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { useT } from './use-t.ts'

const Words = styled('div')({
  display: 'grid',
  gap: 4,
  minWidth: 0,
  '& > small': { display: 'block', fontWeight: 400 },
  '& > div': { marginBlockStart: 4 },
})

/** What waits goes on while it is looked at. */
export const useJourney = (id: string) =>
  useEndpoint(traces.journey, { params: { id } }, { refetchInterval: ({ state }) => (state.data?.waiting.length ? 5000 : false) })

/** The venue's own system knows another booking than we do: that stands where nobody overlooks it, not on the way of the booking. */
export const isTrouble = ({ kind, error }: Waiting): boolean => kind === 'system' && error !== null

/** Something of this booking that somebody has not heard yet: what, why, when it is tried next, and the way to try now. */
export const WaitingBox = ({ waiting, timeZone }: { waiting: Waiting; timeZone: string | undefined }) => {
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
      <Words>
        {t(`wait.${kind}${given ? 'Given' : ''}`)}
        <small>{facts.join(' · ')}</small>
        {mayTry ? (
          <div>
            <Button
              size="small"
              color="inherit"
              variant="outlined"
              startIcon={<Icon path={looks ? mdiRefresh : mdiSendOutline} size={16} />}
              loading={replay.isPending || settle.isPending}
              onClick={tryNow}
            >
              {t(looks ? 'lookAgain' : 'resend')}
            </Button>
          </div>
        ) : null}
      </Words>
    </ToneBox>
  )
}

/** What hub and reservation system do not agree on, if anything. */
export const TroublePage = ({ id, timeZone }: { id: string; timeZone: string | undefined }) => {
  const journey = useJourney(id)
  if (!journey.data) return <Skeleton width="100%" height={96} />
  return journey.data.waiting.map((one) => (isTrouble(one) ? <WaitingBox key={one.id} waiting={one} timeZone={timeZone} /> : null))
}
