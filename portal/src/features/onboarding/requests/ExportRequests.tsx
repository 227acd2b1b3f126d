import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import { useAbility } from '#src/api/ability.ts'
import { useExport } from '#src/api/exports.ts'
import { ExportButton } from '#src/kit/ExportButton.tsx'

type Filters = NonNullable<Sent<typeof onboarding.export>['body']>['filters']
type Props = { filters: Filters; none: boolean; format: 'xlsx' | 'csv' }

const InFormat = ({ filters, none, format }: Props) => {
  const { start, pending, standing, forget } = useExport(onboarding.export)
  return (
    <ExportButton
      none={none}
      pending={pending}
      standing={standing}
      format={format}
      onStart={(callbacks) => start({ body: { ...(filters ? { filters } : {}), format } }, callbacks)}
      onEnd={forget}
    />
  )
}

/** Exactly what the list shows, by e-mail, for whoever may take it away. */
export const ExportRequests = (props: Omit<Props, 'format'>) => {
  const may = useAbility().can('create', 'onboarding-files')
  if (!may) return null
  return (['xlsx', 'csv'] as const).map((format) => <InFormat key={format} format={format} {...props} />)
}
