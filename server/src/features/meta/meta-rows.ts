import type { MetaEnd, MetaPlaceKind, MetaProblem, MetaState } from '@tablewire/contracts/channels/meta'
import type { Generated } from 'kysely'
import type { z } from 'zod/mini'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'

type MetaApps = {
  id: string
  companyId: string | null
  name: string
  appId: string
  secretSealed: string
  secretSetAt: InstantColumn
  graphUrl: string | null
  dialogUrl: string | null
  active: Generated<boolean>
  version: Generated<number>
  createdAt: InstantColumn
  updatedAt: InstantColumn
}
type MetaInstalls = {
  id: string
  companyId: string
  groupId: string | null
  venueId: string | null
  appId: string
  state: MetaState
  pageId: string
  pageName: string
  metaUserId: string
  userTokenSealed: string | null
  pageTokenSealed: string | null
  host: string
  buttonId: string | null
  buttonUrl: string | null
  buttonAt: NullableInstant
  buttonAsked: string | null
  problem: MetaProblem | null
  problemSaid: string | null
  tries: Generated<number>
  dueAt: NullableInstant
  leasedUntil: NullableInstant
  connectedBy: string
  connectedByName: string
  connectedAt: InstantColumn
  endedAt: NullableInstant
  endedBy: z.infer<typeof MetaEnd> | null
}
type MetaLeftButtons = {
  id: string
  appId: string
  pageId: string
  buttonId: string | null
  buttonUrl: string | null
  pageTokenSealed: string
  leftAt: InstantColumn
  tries: Generated<number>
  dueAt: InstantColumn
}
type MetaStates = {
  id: string
  placeKind: MetaPlaceKind
  placeId: string
  appId: string
  madeBy: string
  browserHash: Buffer
  createdAt: InstantColumn
  expiresAt: InstantColumn
  spentAt: NullableInstant
  offeredSealed: string | null
  chosenAt: NullableInstant
}

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    metaApps: MetaApps
    metaInstalls: MetaInstalls
    metaLeftButtons: MetaLeftButtons
    metaStates: MetaStates
  }
}
