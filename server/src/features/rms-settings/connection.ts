import type { Connector } from '@tablewire/connectors/kit/connector'
import type { Connection } from '@tablewire/contracts/rms/system-fields'
import type { Ctx } from '#src/platform/ctx.ts'
import { mayBeCalled } from '#src/platform/net/guard.ts'
import { type FieldProblems, Problem } from '#src/platform/problem.ts'

export type Before = { type: string; connector: string; connection: Connection }
type Change = { connector?: string | undefined; connection?: Connection | undefined }

const wrongFields = (ctx: Ctx, connector: Connector, connection: Connection): FieldProblems => {
  const fields: FieldProblems = {}
  const parsed = connector.settings.safeParse(connection)
  for (const { path } of parsed.error?.issues ?? []) {
    const name = String(path[0] ?? '')
    fields[name === '' ? 'connection' : `connection.${name}`] = [{ issue: connection[name] === undefined ? 'required' : 'invalid' }]
  }
  for (const { name, kind } of connector.fields) {
    const given = connection[name]
    if (kind === 'url' && typeof given === 'string' && !mayBeCalled(given, { origins: ctx.ports.config.systemServices }))
      fields[`connection.${name}`] = [{ issue: 'address' }]
  }
  return fields
}

/**
 * The settings to store: complete, with the connector's defaults, or empty. Settings that the connector refuses are reported field by field; where no
 * required one is given, the system is not connected. Undefined = unchanged.
 */
export const connectionToKeep = (ctx: Ctx, before: Before, change: Change): Connection | undefined => {
  if (change.connector === undefined && change.connection === undefined) return undefined
  const code = change.connector ?? before.connector
  if ((before.type === 'built_in') !== (code === 'built_in')) throw new Problem('system.built_in')
  const connector = ctx.ports.connectors.get(code)
  if (!connector) throw new Problem('request.invalid', {}, { connector: [{ issue: 'invalid' }] })
  const connection = change.connection ?? (change.connector === before.connector || change.connector === undefined ? before.connection : {})
  if (!connector.fields.some(({ name, required }) => required && connection[name] !== undefined)) {
    const unknown = Object.keys(change.connection ?? {}).filter((given) => !connector.fields.some(({ name }) => name === given))
    if (unknown.length === 0) return {}
    throw new Problem('request.invalid', {}, Object.fromEntries(unknown.map((name) => [`connection.${name}`, [{ issue: 'invalid' }]])))
  }
  const fields = wrongFields(ctx, connector, connection)
  if (Object.keys(fields).length > 0) throw new Problem('request.invalid', {}, fields)
  return connector.settings.parse(connection) as Connection
}
