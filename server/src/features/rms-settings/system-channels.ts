import type { Received } from '@tablewire/contracts/kit/endpoint'
import { isReservedForSystems } from '@tablewire/contracts/kit/headers.rules'
import type { SystemChannel, systems } from '@tablewire/contracts/rms/systems'
import { sql } from 'kysely'
import { refuseStale } from '#src/features/access/api.ts'
import { channelOf } from '#src/features/channels/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { type FieldProblems, Problem } from '#src/platform/problem.ts'
import type { SealedHeader } from './system-rows.ts'
import { requireSystem } from './system-view.ts'

type Row = Omit<SystemChannel, 'headers'> & { headers: SealedHeader[]; sortKey: string }
type Change = Received<typeof systems.updateChannel>
type Page = { data: SystemChannel[]; total: number; next: string | null }

const columns = (systemId: string) => sql`c.id, c.name, c.type, c.active, coalesce(sc.enabled, true) as enabled,
  coalesce(sc.headers, '[]') as headers, coalesce(sc.configs, '[]') as configs, coalesce(sc.version, 0) as version, lower(c.name) as sort_key,
  (select count(*)::integer from channel_venues cv join venues v on v.id = cv.venue_id
    where cv.channel_id = c.id and cv.state = 'live' and v.system_id = ${systemId} and v.archived_at is null) as venue_count
  from (select * from channels where test = (select test from systems where id = ${systemId})) c left join system_channels sc on sc.channel_id = c.id and sc.system_id = ${systemId}`

const view = ({ headers, sortKey: _sortKey, ...row }: Row): SystemChannel => ({
  ...row,
  headers: headers.map(({ name, setAt }) => ({ name, setAt })),
})

const sort = 'channel name'

/** All channels by name, with what this system has set for each. */
export const listSystemChannels = async (ctx: Ctx, { params: { id }, query }: Received<typeof systems.channels>): Promise<Page> => {
  await requireSystem(ctx, id)
  const { limit = 50, offset = 0, after } = query
  const place = after === undefined ? undefined : readNameCursor(after, sort)
  const beyond = place ? sql`where (lower(c.name), c.id) > (${place.name}, ${place.id}::uuid)` : sql``
  const { rows } = await sql<Row>`
    select ${columns(id)} ${beyond} order by lower(c.name), c.id limit ${limit + 1} offset ${offset}`.execute(ctx.db)
  const counted = await sql<{
    total: number
  }>`select count(*)::integer as total from channels where test = (select test from systems where id = ${id})`.execute(ctx.db)
  const page = cutNames(rows, limit, { sort, placeOf: (row) => ({ name: row.sortKey, id: row.id }) })
  return { data: page.data.map(view), next: page.next, total: counted.rows[0]!.total }
}

const readOne = async (ctx: Ctx, systemId: string, channelId: string): Promise<Row> => {
  const { rows } = await sql<Row>`select ${columns(systemId)} where c.id = ${channelId}`.execute(ctx.db)
  return rows[0]!
}

/** The new list of headers; one without a value keeps its sealed value. */
const sealedOf = (ctx: Ctx, before: readonly SealedHeader[], given: Change['body']['headers']): SealedHeader[] => {
  const fields: FieldProblems = {}
  const names = given.map(({ name }) => name.toLowerCase())
  const sealed = given.map(({ name, value }, index): SealedHeader => {
    const known = before.find((one) => one.name.toLowerCase() === name.toLowerCase())
    if (isReservedForSystems(name)) fields[`headers.${index}.name`] = [{ issue: 'header_name' }]
    else if (names.indexOf(names[index]!) !== index) fields[`headers.${index}.name`] = [{ issue: 'taken' }]
    if (value === undefined && !known) fields[`headers.${index}.value`] = [{ issue: 'required' }]
    if (value !== undefined && !/^[\x20-\x7e]+$/.test(value)) fields[`headers.${index}.value`] = [{ issue: 'invalid' }]
    if (value === undefined) return { name, sealed: known?.sealed ?? '', setAt: known?.setAt ?? '' }
    return { name, sealed: ctx.ports.secrets.seal(value), setAt: ctx.clock().toString() }
  })
  if (Object.keys(fields).length > 0) throw new Problem('request.invalid', {}, fields)
  return sealed
}

/** The audit records names and dates of headers, never their values. */
const auditView = ({ name, enabled, configs, headers }: Row) => ({
  name,
  enabled,
  configs,
  headersSince: Object.fromEntries(headers.map((header) => [header.name, header.setAt])),
})

export const updateSystemChannel = async (ctx: Ctx, { params, body }: Change): Promise<SystemChannel> => {
  const { id: systemId, channelId } = params
  return transaction(ctx, async (inner) => {
    await requireSystem(inner, systemId, { lock: true })
    await channelOf(inner, channelId)
    const before = await readOne(inner, systemId, channelId)
    await refuseStale(inner, {
      code: 'system.version_stale',
      seen: body.version,
      now: before.version,
      subjectId: systemId,
      actions: ['system.channel_updated'],
      entries: 1,
    })
    const row = {
      enabled: body.enabled,
      headers: JSON.stringify(sealedOf(inner, before.headers, body.headers)),
      configs: JSON.stringify(body.configs),
      version: before.version + 1,
      updatedAt: inner.clock().toString(),
    }
    await inner.db
      .insertInto('systemChannels')
      .values({ systemId, channelId, ...row })
      .onConflict((conflict) => conflict.columns(['systemId', 'channelId']).doUpdateSet(row))
      .execute()
    const after = await readOne(inner, systemId, channelId)
    await audit(inner, {
      action: 'system.channel_updated',
      subject: 'system',
      subjectId: systemId,
      before: auditView(before),
      after: auditView(after),
    })
    return view(after)
  })
}
