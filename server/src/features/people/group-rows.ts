import type { ColumnType, Generated } from 'kysely'

type Groups = {
  id: string
  companyId: string
  name: string
  logo: Generated<string>
  fbInstallLink: string | null
  version: Generated<number>
  createdAt: Generated<string>
  updatedAt: ColumnType<string, string | undefined, string>
}
type UserGroups = { userId: string; groupId: string }

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    groups: Groups
    userGroups: UserGroups
  }
}
