import type { TextDialect } from '@tablewire/contracts/channels/text-gateways'
import type { Generated } from 'kysely'
import type { InstantColumn, NullableInstant } from '#src/platform/db/schema.ts'

type TextGateways = {
  id: string
  companyId: string | null
  name: string
  dialect: TextDialect
  url: string | null
  sender: string | null
  username: string | null
  secretSealed: string | null
  secretSetAt: NullableInstant
  appSecretSealed: string | null
  appSecretSetAt: NullableInstant
  active: Generated<boolean>
  version: Generated<number>
  createdAt: InstantColumn
  updatedAt: InstantColumn
}
type TextStops = { gatewayId: string; numberKey: string; at: InstantColumn }
type TextAnswers = { gatewayId: string; call: string; at: InstantColumn }

declare module '#src/platform/db/schema.ts' {
  interface Tables {
    textGateways: TextGateways
    textStops: TextStops
    textAnswers: TextAnswers
  }
}
