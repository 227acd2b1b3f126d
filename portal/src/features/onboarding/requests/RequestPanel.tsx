import { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { PanelBody } from '#src/kit/panel-body.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useT } from '../use-t.ts'
import { EndRequest } from './EndRequest.tsx'
import { InvitationPart } from './InvitationPart.tsx'
import { ProvideIds } from './ProvideIds.tsx'
import { StateTag } from './request-columns.tsx'
import { RequestFacts } from './RequestFacts.tsx'
import { Stepper } from './Stepper.tsx'

/** One request: where it stands, who is waited for, and what the reader can do about it. */
export const RequestPanel = ({ id }: { id: string }) => {
  const t = useT()
  const may = useAbility().can('update', 'onboarding')
  const { data: request, error, refetch } = useEndpoint(onboarding.get, { params: { id } }, { meta: { shown: true } })
  if (error && !request) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!request) return <RowsSkeleton />
  return (
    <PanelBody>
      <h2 style={{ overflowWrap: 'anywhere' }}>{request.venueName}</h2>
      <p>{t('r.between', { system: request.system.name, channel: request.channel.name })}</p>
      <div>
        <StateTag {...request} />
      </div>
      <Stepper request={request} />
      {may ? (
        <div className="acts">
          <ProvideIds request={request} />
          <EndRequest request={request} />
        </div>
      ) : null}
      <InvitationPart id={id} />
      <RequestFacts request={request} />
    </PanelBody>
  )
}
