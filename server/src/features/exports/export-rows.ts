import type { Export } from '@tablewire/contracts/operations/exports'
import type { Action, Subject } from '@tablewire/contracts/identity/access'
import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Generated, Selectable } from 'kysely'
import type { VenueScope } from '#src/platform/ctx.ts'
import type { InstantColumn, JsonColumn, NullableInstant, NullableJson } from '#src/platform/db/schema.ts'

/** All of these rights. */
export type Needs = readonly (readonly [Action, Subject])[]

type Exports = {
  id: string
  userId: string
  mailToId: string
  kind: string
  format: Generated<Export['format']>
  ask: JsonColumn<unknown>
  scope: JsonColumn<VenueScope>
  needs: NullableJson<Needs>
  lang: Lang
  origin: string
  host: string
  state: Generated<Export['state']>
  failedFor: Export['failedFor']
  rowsDone: Generated<number>
  rowsTotal: number | null
  bytes: number | null
  fileKey: string | null
  createdAt: InstantColumn
  finishedAt: NullableInstant
  /** Where its rows are older than when it was written. */
  asOf: NullableInstant
  expiresAt: NullableInstant
}
export type ExportRecord = Selectable<Exports>

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    exports: Exports
  }
}
