import type { Connector } from '@tablewire/contracts/rms/connections'
import type { Ctx } from '#src/platform/ctx.ts'

export const listConnectors = async (ctx: Ctx): Promise<Connector[]> =>
  [...ctx.ports.connectors.values()].map(({ code, name, servedBy, fields, secrets }) => ({
    code,
    name,
    servedBy,
    fields: fields.map((field) => ({
      ...field,
      options: [...(field.options ?? [])],
      default: field.default ?? null,
      max: field.max ?? null,
    })),
    secrets: [...secrets],
  }))
