import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { venues } from '@tablewire/contracts/estate/venues'
import { useExport } from '#src/api/exports.ts'
import { ExportButton } from '#src/kit/ExportButton.tsx'

type Props = { ask: NonNullable<Sent<typeof venues.export>['body']>; none: boolean }

/** VE3: the venues of the list. */
export const ExportVenues = ({ ask, none }: Props) => {
  const { start, pending, standing, forget } = useExport(venues.export)
  return (
    <ExportButton
      none={none}
      pending={pending}
      standing={standing}
      onStart={(callbacks) => start({ body: ask }, callbacks)}
      onEnd={forget}
    />
  )
}
