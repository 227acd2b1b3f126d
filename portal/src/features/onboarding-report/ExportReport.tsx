import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { onboardingInvites } from '@tablewire/contracts/onboarding/onboarding-invites'
import { useAbility } from '#src/api/ability.ts'
import { useExport } from '#src/api/exports.ts'
import { ExportButton } from '#src/kit/ExportButton.tsx'

type Props = { filters: NonNullable<NonNullable<Sent<typeof onboardingInvites.exportReport>['body']>['filters']>; none: boolean }

const InFormat = ({ filters, none, format }: Props & { format: 'xlsx' | 'csv' }) => {
  const { start, pending, standing, forget } = useExport(onboardingInvites.exportReport)
  return (
    <ExportButton
      none={none}
      pending={pending}
      standing={standing}
      format={format}
      onStart={(callbacks) => start({ body: { filters, format } }, callbacks)}
      onEnd={forget}
    />
  )
}

/** The figures of the screen, for whoever may take them away. */
export const ExportReport = (props: Props) => {
  if (!useAbility().can('create', 'onboarding-files')) return null
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
      <InFormat format="xlsx" {...props} />
      <InFormat format="csv" {...props} />
    </div>
  )
}
