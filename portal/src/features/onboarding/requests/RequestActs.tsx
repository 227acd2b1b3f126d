import Button from '@mui/material/Button'
import type { OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import { onboardingInvites } from '@tablewire/contracts/onboarding/onboarding-invites'
import { useAbility } from '#src/api/ability.ts'
import { useCall, useEndpoint } from '#src/api/query.ts'
import { useT } from '../use-t.ts'
import { EditRequest } from './EditRequest.tsx'
import { EndRequest } from './EndRequest.tsx'
import { ProvideIds } from './ProvideIds.tsx'

/** Whoever is of the restaurant does its step here, on the page that its link opens: what else can be done stands behind it. */
const OpenStep = ({ request: { id, side, pendingOnMe } }: { request: OnboardingDetail }) => {
  const t = useT()
  const enabled = side === 'venue' && pendingOnMe
  const { data } = useEndpoint(onboardingInvites.get, { params: { id } }, { enabled, meta: { shown: true } })
  const open = useCall(onboardingInvites.step, { onSuccess: ({ path }) => location.assign(path) })
  if (!enabled || data?.mayAnswer === false) return null
  // It has its place from the start: what stands beside it does not move.
  return (
    <Button variant="contained" disabled={!data} loading={open.isPending || open.isSuccess} onClick={() => open.mutate({ params: { id } })}>
      {t('r.i.answer')}
    </Button>
  )
}

/** What the reader can do about a request, what is expected of him first. */
export const RequestActs = ({ request }: { request: OnboardingDetail }) =>
  useAbility().can('update', 'onboarding') ? (
    <div className="acts">
      <OpenStep request={request} />
      <ProvideIds request={request} />
      <EditRequest request={request} />
      <EndRequest request={request} />
    </div>
  ) : null
