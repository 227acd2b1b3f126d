import type { ImportBatch, ImportRow } from '@tablewire/contracts/import/import'
import { sayFault } from '@tablewire/contracts/phrases/faults'
import { findingPhrases, type FindingReason } from '@tablewire/contracts/phrases/findings'
import { type PhraseKey, say } from '@tablewire/contracts/phrases/phrases'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { keptOf } from './batch-progress.ts'
import { type Batch, findBatch, type StoredLayout } from './batch-rows.ts'
import { countRemarks } from './count-remarks.ts'

export type NamedBatch = Batch & { venueName: string | null; companyName: string | null }

/** Of the batch's own table only; names of venue and company come by joins. */
export const rowView = ({ lang }: Ctx, batch: NamedBatch): ImportRow => ({
  id: batch.id,
  kind: batch.kind,
  state: batch.state,
  fileName: batch.fileName,
  fileBytes: batch.fileBytes,
  receivedBytes: batch.receivedBytes,
  venueId: batch.venueId,
  venueName: batch.venueName,
  companyName: batch.companyName ?? batch.companyWanted,
  rowsDone: batch.rowsDone,
  rowsTotal: batch.rowsTotal,
  counts: batch.counts,
  problem: batch.problem && say(lang, batch.problem as PhraseKey),
  createdByName: batch.createdByName,
  createdAt: batch.createdAt,
  checkedAt: batch.checkedAt,
  appliedAt: batch.appliedAt,
  undoneAt: batch.undoneAt,
  version: batch.version,
})

type Around = {
  venueName: string | null
  timeZone: string | null
  areas: { id: string; name: string }[]
  channels: { id: string; name: string }[]
}

const channelsShown = 300
/** The channels of all venues the reader may see: which of them a venue has is asked row by row. */
const channelsAround = async (ctx: Ctx): Promise<Around['channels']> => {
  const { rows } = await sql<Around['channels'][number]>`
    select c.id, c.name from channels c
    where exists (select from channel_venues l where l.channel_id = c.id and ${inScope(ctx, 'l.venue_id')}) order by c.name, c.id limit ${channelsShown}`.execute(
    ctx.db,
  )
  return rows
}

const around = async (ctx: Ctx, { kind, venueId }: Batch): Promise<Around | undefined> => {
  if (venueId === null)
    return kind !== 'reservations' ? undefined : { venueName: null, timeZone: null, areas: [], channels: await channelsAround(ctx) }
  const { rows } = await sql<Around>`
    select v.name as venue_name, v.time_zone,
      (select coalesce(json_agg(json_build_object('id', a.id, 'name', a.name) order by a.position, a.id), '[]') from areas a
        where a.venue_id = v.id and a.archived_at is null) as areas,
      (select coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) order by c.name, c.id), '[]')
        from channel_venues l join channels c on c.id = l.channel_id where l.venue_id = v.id) as channels
    from venues v where v.id = ${venueId}`.execute(ctx.db)
  return rows[0]
}

/** The areas and channels that words of a file of reservations may mean. */
export const bookingPlaces = async (ctx: Ctx, batch: Batch): Promise<Pick<Around, 'areas' | 'channels'>> =>
  (await around(ctx, batch)) ?? { areas: [], channels: [] }

type Company = { companyName: string | null; companyIsNew: boolean }
/** By its id, or by the name it is to have. */
const companyIn = async (ctx: Ctx, { companyWanted }: Batch): Promise<Company> => {
  if (companyWanted === null) return { companyName: null, companyIsNew: false }
  const isId = /^[0-9a-f-]{36}$/.test(companyWanted)
  const { rows } = await sql<{ name: string }>`
    select name from companies where ${isId ? sql`id = ${companyWanted}` : sql`lower(name) = lower(${companyWanted})`} limit 1`.execute(
    ctx.db,
  )
  return { companyName: rows[0]?.name ?? null, companyIsNew: !isId && !rows.length }
}

const venuesNamed = async (ctx: Ctx, { mapping }: Batch): Promise<ImportBatch['venues']> => {
  const ids = [...new Set(Object.values(mapping.values['venue'] ?? {}))].filter((id) => /^[0-9a-f-]{36}$/.test(id))
  if (!ids.length) return []
  return ctx.db.selectFrom('venues').select(['id', 'name']).where('id', 'in', ids).where(inScope(ctx, 'id')).orderBy('name').execute()
}
const decidedRows = async (ctx: Ctx, { id }: Batch): Promise<number> => {
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from import_decisions where batch_id = ${id}`.execute(
    ctx.db,
  )
  return rows[0]!.count
}

const order = ['rejected', 'skipped', 'kept', 'dropped', 'repaired', 'noted'] as const

export const meaningOf = ({ lang }: Ctx, reason: string): string => findingPhrases[lang][reason as FindingReason] ?? reason

/** What was found there is a refusal, kept by its code (`problemToKeep`). */
const refusals: readonly string[] = ['change.refused', 'change.no_place'] satisfies FindingReason[]
/** Findings for people: a problem in the reader's language, everything else as it stands in the file. */
export const valueInWords = ({ lang }: Ctx, { reason, value }: { reason: string; value: string }): string =>
  refusals.includes(reason) ? sayFault(value, lang) : value

/** Of these, the words they were found in say the most: which other house the file names. */
const toldByWord: readonly string[] = ['venue.other'] satisfies FindingReason[]
/** A refusal is asked of so many rows, and so many of its sentences are told, the most frequent first. */
const refusalsAsked = 1000
const refusalsTold = 3
const refusalsOf = async (ctx: Ctx, { id, reasons }: Batch): Promise<Map<string, string[]>> => {
  const textKeys = Object.keys(reasons).filter((key) => [...refusals, ...toldByWord].includes(key.split(' ')[1]!))
  const texts = await Promise.all(
    textKeys.map(async (key): Promise<[string, string[]]> => {
      const [outcome, reason] = key.split(' ') as [string, string]
      const { rows } = await sql<{ value: string }>`
        select value from (select value from import_findings where batch_id = ${id} and outcome = ${outcome} and reason = ${reason}
          order by id limit ${refusalsAsked}) f where value <> '' group by value order by count(*) desc, value limit 20`.execute(ctx.db)
      const sentences = new Set(rows.map(({ value }) => valueInWords(ctx, { reason, value })))
      return [key, [...sentences].slice(0, refusalsTold)]
    }),
  )
  return new Map(texts)
}

const findingsOf = async (ctx: Ctx, batch: Batch): Promise<ImportBatch['findings']> => {
  const refusalTexts = await refusalsOf(ctx, batch)
  return Object.entries(batch.reasons)
    .map(([key, rows]) => {
      const [outcome, reason] = key.split(' ') as [(typeof order)[number], FindingReason]
      return { outcome, reason, meaning: meaningOf(ctx, reason), refusals: refusalTexts.get(key) ?? [], rows, kept: keptOf(outcome, rows) }
    })
    .toSorted((a, b) => order.indexOf(a.outcome) - order.indexOf(b.outcome) || b.rows - a.rows)
}

const changedFieldsOf = ({ fields }: Batch): ImportBatch['changedFields'] =>
  Object.entries(fields)
    .map(([field, rows]) => ({ field, rows }))
    .toSorted((a, b) => b.rows - a.rows)

const layoutView = (layout: StoredLayout | null): ImportBatch['layout'] => {
  if (!layout) return null
  const { format, encoding, delimiter, headerLine, sure = true, headerLineMax = 20 } = layout
  return { format, encoding, encodingSure: sure, delimiter, headerLine, headerLineMax: Math.max(headerLine, headerLineMax) }
}

export const batchView = async (ctx: Ctx, batch: Batch): Promise<ImportBatch> => {
  const [here, { companyName, companyIsNew }, venues, decided, findings, remarks] = await Promise.all([
    around(ctx, batch),
    companyIn(ctx, batch),
    venuesNamed(ctx, batch),
    decidedRows(ctx, batch),
    findingsOf(ctx, batch),
    countRemarks(ctx, batch),
  ])
  return {
    ...rowView(ctx, { ...batch, venueName: here?.venueName ?? null, companyName }),
    layout: layoutView(batch.layout),
    preview: batch.layout?.preview ?? [],
    columns: batch.columns,
    mapping: batch.mapping,
    timezone: here?.timeZone ?? null,
    companyIsNew,
    areas: here?.areas ?? [],
    channels: here?.channels ?? [],
    venues,
    remarks,
    decided,
    findings,
    changedFields: changedFieldsOf(batch),
  }
}

export const readBatch = async (ctx: Ctx, id: string): Promise<ImportBatch> => batchView(ctx, await findBatch(ctx, id))
