import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { users } from '@tablewire/contracts/identity/users'
import { useExport } from '#src/api/exports.ts'
import { ExportButton } from '#src/kit/ExportButton.tsx'

type Props = { ask: NonNullable<Sent<typeof users.export>['body']>; none: boolean }

/** ON1: the people of the list. */
export const ExportUsers = ({ ask, none }: Props) => {
  const { start, pending, standing, forget } = useExport(users.export)
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
