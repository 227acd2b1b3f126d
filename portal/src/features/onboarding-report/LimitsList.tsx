import { styled } from '@mui/material/styles'
import { onboardingInvites } from '@tablewire/contracts/onboarding/onboarding-invites'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { LimitsCard } from './LimitsCard.tsx'

const Parts = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(2.5),
  maxWidth: 1160,
}))

/** The installation's limits first, then those of each partner; who runs the platform sets them. */
export const LimitsList = () => {
  const ability = useAbility()
  const { data, error, refetch } = useEndpoint(onboardingInvites.limits, {})
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <RowsSkeleton />
  const [defaults] = data
  const mayChange = ability.can('update', 'systems')
  return (
    <Parts>
      {data.map((limits) => (
        <LimitsCard
          key={limits.partner?.id ?? 'all'}
          limits={limits}
          fallback={limits.partner ? defaults : undefined}
          mayChange={mayChange}
        />
      ))}
    </Parts>
  )
}
