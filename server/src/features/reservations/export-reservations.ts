import { FigureFilters } from '@tablewire/contracts/booking/figure-filters'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { type RawBuilder, sql } from 'kysely'
import type { Sheet } from '#src/features/exports/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Cell, Format } from '#src/platform/excel/write-workbook.ts'
import { conditionsOf, type Filters } from './reservation-filters.ts'
import { listedJoins } from './reservation-view.ts'
import { reservationSheetPhrases, type SheetColumn } from './reservation-sheet-phrases.ts'
import type {} from './reservation-rows.ts'

type Ask = { filters?: Filters; sort?: 'startsAt' | '-startsAt' | 'createdAt' | '-createdAt' }

/** What the file says of a reservation before its words are put into a language; times are on the clock of its venue. */
export type SheetRow = Pick<ReservationRow, 'id' | 'status' | 'partySize' | 'source' | 'tags' | 'override'> & {
  number: string
  venue: string
  venueName: string
  venueExternalId: string | null
  timezone: string
  startsLocal: string
  serviceDay: string
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  lang: Lang | null
  area: string | null
  notes: string | null
  channel: string | null
  reference: string | null
  durationMinutes: number
  createdLocal: string
  canceledLocal: string | null
  cancelReason: string | null
}

const local = (column: string): RawBuilder<string> =>
  sql`to_char(${sql.ref(column)} at time zone v.time_zone, ${sql.lit('YYYY-MM-DD HH24:MI')})`

/** Of `r` reservations and what `listedJoins` brings. */
export const sheetRow: RawBuilder<SheetRow> = sql`r.id, r.reference as number, r.venue_id as venue, v.name as venue_name, v.external_id as venue_external_id,
  v.time_zone as timezone, to_char(r.starts_local, ${sql.lit('YYYY-MM-DD HH24:MI')}) as starts_local, r.service_on as service_day, r.status, r.party_size,
  r.guest_first_name as first_name, r.guest_last_name as last_name, r.guest_email as email, r.guest_phone as phone, r.guest_lang as lang, a.name as area,
  r.notes, r.tags, c.name as channel, r.source, r.channel_reference as reference,
  (extract(epoch from r.ends_at - r.starts_at) / 60)::integer as duration_minutes, ${local('r.created_at')} as created_local,
  ${local('r.canceled_at')} as canceled_local, r.cancel_reason, r.override`

const cells: Record<SheetColumn, { width: number; cell: (row: SheetRow, words: Words) => string | number | null }> = {
  number: { width: 12, cell: (row) => row.number },
  venueName: { width: 28, cell: (row) => row.venueName },
  date: { width: 11, cell: (row) => row.startsLocal.slice(0, 10) },
  time: { width: 7, cell: (row) => row.startsLocal.slice(11) },
  partySize: { width: 7, cell: (row) => row.partySize },
  status: { width: 14, cell: (row, words) => words.status[row.status] },
  firstName: { width: 16, cell: (row) => row.firstName },
  lastName: { width: 20, cell: (row) => row.lastName },
  email: { width: 28, cell: (row) => row.email },
  phone: { width: 17, cell: (row) => row.phone },
  lang: { width: 9, cell: (row) => row.lang },
  area: { width: 16, cell: (row) => row.area },
  notes: { width: 34, cell: (row) => row.notes },
  tags: { width: 18, cell: (row) => row.tags.join(', ') },
  channel: { width: 18, cell: (row) => row.channel },
  source: { width: 12, cell: (row, words) => words.source[row.source] },
  reference: { width: 18, cell: (row) => row.reference },
  durationMinutes: { width: 9, cell: (row) => row.durationMinutes },
  serviceDay: { width: 11, cell: (row) => row.serviceDay },
  createdAt: { width: 17, cell: (row) => row.createdLocal },
  canceledAt: { width: 17, cell: (row) => row.canceledLocal },
  cancelReason: { width: 24, cell: (row) => row.cancelReason },
  override: { width: 9, cell: (row, words) => (row.override ? words.yes : words.no) },
  timezone: { width: 18, cell: (row) => row.timezone },
  venueExternalId: { width: 16, cell: (row) => row.venueExternalId },
  venue: { width: 38, cell: (row) => row.venue },
  id: { width: 38, cell: (row) => row.id },
}
type Words = (typeof reservationSheetPhrases)['en']

/** What stands in the file about one reservation, in one language. */
export const sheetCell = (row: SheetRow, column: SheetColumn, lang: Lang): string | number | null =>
  cells[column].cell(row, reservationSheetPhrases[lang])

/** In a workbook days and times are such; everywhere else they are text. */
const dates: Partial<Record<SheetColumn, Format>> = { date: 'day', serviceDay: 'day', createdAt: 'moment', canceledAt: 'moment' }
const shown = (column: string, value: string | number | null): Cell => {
  const format = dates[column as SheetColumn]
  return format && typeof value === 'string' ? { value: new Date(`${value.replace(' ', 'T')}Z`), format } : value
}

const rowsAtOnce = 1000

/** One pass over all rows, with one plan and one snapshot, a chunk in memory at a time (a database cursor). */
const rowsOf = async function* (ctx: Ctx, { filters = {}, sort }: Required<Pick<Ask, 'sort'>> & Ask, lang: Lang) {
  const key = sql.ref(sort.endsWith('createdAt') ? 'r.created_at' : 'r.starts_at')
  const going = sql.raw(sort.startsWith('-') ? 'desc' : 'asc')
  await sql`declare exported no scroll cursor for select ${sheetRow} from reservations r ${listedJoins}
    where ${await conditionsOf(ctx, filters)} order by ${key} ${going}, r.id ${going}`.execute(ctx.db)
  const columns = Object.entries(cells)
  for (;;) {
    const { rows } = await sql<SheetRow>`fetch ${sql.lit(rowsAtOnce)} from exported`.execute(ctx.db)
    for (const row of rows) yield columns.map(([column, { cell }]) => shown(column, cell(row, reservationSheetPhrases[lang])))
    if (rows.length < rowsAtOnce) return
  }
}

const countOf = async (ctx: Ctx, filters: Filters): Promise<number> => {
  const { rows } = await sql<{ total: number }>`
    select count(*)::integer as total from reservations r where ${await conditionsOf(ctx, filters)}`.execute(ctx.db)
  return rows[0]!.total
}

type Line = [label: string, value: string]
type NamedTable = 'venues' | 'channels' | 'systems' | 'areas'

/** Ids say nothing to a reader: things stand in the file by name. */
const namesIn = async (ctx: Ctx, table: NamedTable, ids: readonly string[] | undefined): Promise<string | undefined> => {
  if (!ids?.length) return undefined
  const from = {
    venues: sql`venues t where ${inScope(ctx, 't.id')}`,
    areas: sql`areas t where ${inScope(ctx, 't.venue_id')}`,
    channels: sql`channels t where true`,
    systems: sql`systems t where true`,
  }[table]
  const { rows } = await sql<{ name: string }>`
    select distinct t.name from ${from} and t.id = any(${[...ids]}::uuid[]) order by t.name limit 100`.execute(ctx.db)
  return rows.map(({ name }) => name).join(', ')
}

/** What a figure of analytics narrows the list to, by the names of its filters. */
const figureText = (filters: Filters): string =>
  Object.keys(FigureFilters.shape)
    .flatMap((name) => (filters[name as keyof Filters] === undefined ? [] : [`${name} ${String(filters[name as keyof Filters])}`]))
    .join(', ')

const filterInWords = async (ctx: Ctx, filters: Filters, lang: Lang): Promise<Line[]> => {
  const words = reservationSheetPhrases[lang]
  const created = filters.dateBasis === 'creation'
  const days = created ? (['created', 'createdFrom', 'createdTo'] as const) : (['day', 'from', 'to'] as const)
  const lines: [string, string | undefined][] = [
    [words.filters.search, filters.q],
    [words.filters[days[0]], filters.date],
    [words.filters[days[1]], filters.from],
    [words.filters[days[2]], filters.to],
    [words.columns.venueName, await namesIn(ctx, 'venues', filters.venueId)],
    [words.columns.status, filters.status?.map((status) => words.status[status]).join(', ')],
    [words.columns.channel, await namesIn(ctx, 'channels', filters.channelId)],
    [words.columns.area, await namesIn(ctx, 'areas', filters.areaId)],
    [words.columns.source, filters.source?.map((source) => words.source[source]).join(', ')],
    [words.columns.partySize, filters.partySize?.join(', ')],
    [words.filters.system, await namesIn(ctx, 'systems', filters.rmsId)],
    [words.filters.undelivered, filters.undelivered?.map((state) => words.undelivered[state]).join(', ')],
    [words.filters.figure, figureText(filters)],
  ]
  return lines.filter((line): line is Line => line[1] !== undefined && line[1] !== '')
}

/** Exactly the reservations of the list with that filter, in its order. */
export const reservationSheet = async (ctx: Ctx, { filters = {}, sort }: Ask, lang: Lang): Promise<Sheet> => {
  const words = reservationSheetPhrases[lang]
  const order = sort ?? (filters.dateBasis === 'creation' ? '-createdAt' : 'startsAt')
  return {
    title: words.title,
    columns: Object.entries(cells).map(([id, { width }]) => ({ header: words.columns[id as SheetColumn], width })),
    total: await countOf(ctx, filters),
    rows: rowsOf(ctx, { filters, sort: order }, lang),
    filter: await filterInWords(ctx, filters, lang),
  }
}
