import type { ReservationFilters } from '@tablewire/contracts/booking/reservations'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import type { z } from 'zod/mini'
import { inScope, isOfChannels, isOfPartner, requireOwnSide } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { beginning, containing } from '#src/platform/db/containing.ts'
import { spelled } from '#src/platform/db/spelled.ts'
import { Problem } from '#src/platform/problem.ts'
import { visible } from './reservation-rows.ts'
import { undeliveredOf } from './reservation-view.ts'
import { traitConditions } from './traits.ts'

export type Filters = z.infer<typeof ReservationFilters>
type Condition = RawBuilder<SqlBool>

const isLocalDate = (value: string): boolean => value.length === 10
const dayAfter = (date: string): string => Temporal.PlainDate.from(date).add({ days: 1 }).toString()
const daysOf = (from: string, to: string): number =>
  Temporal.PlainDate.from(from.slice(0, 10)).until(Temporal.PlainDate.from(to.slice(0, 10))).days

/** One word of a search: how it is found anywhere, and, where its form says what it is, how a booking has just that. */
type Word = { anywhere: (searched: RawBuilder<unknown>) => Condition; whole?: Condition }

/** Addresses from their beginning, so that one is found before its last letters are typed. */
const asAddress = (word: string): Condition | undefined =>
  /^[^@]+@[^@]+\.[^@]*$/.test(word) ? sql<SqlBool>`lower(r.guest_email) like lower(${beginning(word)})` : undefined
const asReference = (word: string): Condition | undefined =>
  /^[a-z\d]{8}$/i.test(word) ? sql<SqlBool>`r.reference = upper(${word})` : undefined

const asItIs =
  (text: string): Word['anywhere'] =>
  (searched) =>
    sql<SqlBool>`${searched} like lower(${containing(text)})`

/** With fewer digits it may be the beginning of one; these are all of it, with or without what is dialled before. */
const wholeNumberDigits = 9
const numberWord = (digits: string): Word => ({
  anywhere: asItIs(digits),
  ...(digits.length >= wholeNumberDigits && {
    whole: sql<SqlBool>`reverse(r.guest_phone) like ${beginning(digits.split('').toReversed().join(''))}`,
  }),
})

/** What a word begins after: a space, or a mark that opens. */
const opening = `[ "'(«„“‘]`

/** A name however its accents are typed; numbers and addresses as they are. One or two letters must begin a word. */
const textWord = (word: string): Word => {
  const whole = asAddress(word) ?? asReference(word)
  const isLong = word.length > 2
  const pattern = `${isLong ? '' : opening}${spelled(word)}`
  return {
    anywhere: /[\d@]/.test(word) ? asItIs(isLong ? word : ` ${word}`) : (searched) => sql<SqlBool>`${searched} ~ ${pattern}`,
    ...(whole && { whole }),
  }
}

/** Commas and quotation marks around a word, as lists and letters have them. */
const dressing = /^["'«»„“”‘’,;:()]+|["'«»„“”‘’,;:()]+$/gu

/**
 * The words of a search, each of which must be found. A phone number is one word however it is spaced, without the zeros or the plus that
 * only say how to dial it. A word of one or two letters must begin a word: only so can the index find it.
 */
export const searchWords = (q: string): Word[] => {
  const digits = q.replace(/\(0\)/g, '').replace(/\D/g, '').replace(/^0+/, '')
  if (/^[\d\s+()./-]+$/.test(q) && digits.length >= 3) return [numberWord(digits)]
  const written = q
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => word !== '')
  const bare = written.map((word) => word.replace(dressing, '')).filter((word) => word !== '')
  // Marks alone are looked for as they are: leaving them out would find everybody.
  return (bare.length ? bare : written).slice(0, 8).map(textWord)
}

const anyOf = (column: RawBuilder<unknown>, values: readonly unknown[] | undefined, type: 'uuid' | 'text' | 'int'): Condition[] =>
  values ? [sql<SqlBool>`${column} = any(${[...values]}::${sql.raw(type)}[])`] : []

/** Who has one of these tables, or had when he left; `none`: who has none. */
const atTables = (wanted: Filters['tableId']): Condition[] => {
  if (!wanted) return []
  const ids = wanted.filter((one) => one !== 'none')
  const held = sql`select from table_times t where t.venue_id = r.venue_id and t.reservation_id = r.id and (t.active or not keeps_table(r.status))`
  const none = wanted.length > ids.length ? [sql<SqlBool>`not exists (${held})`] : []
  return [sql<SqlBool>`(${sql.join([sql<SqlBool>`exists (${held} and t.table_id = any(${ids}::uuid[]))`, ...none], sql` or `)})`]
}

/*
 * Local days of all zones lie between 14 hours before and 12 hours after the same day in UTC, and a service may run into the next day. These wider
 * bounds make the condition indexable where no venue is named; the exact condition stands beside them.
 */
const around = (column: RawBuilder<unknown>, from: string | undefined, until: string | undefined): Condition[] => [
  ...(from ? [sql<SqlBool>`${column} >= ${`${from}T00:00:00Z`}::timestamptz - interval '14 hours'`] : []),
  ...(until ? [sql<SqlBool>`${column} < ${`${until}T00:00:00Z`}::timestamptz + interval '36 hours'`] : []),
]

/** Meal basis: local dates are service days, instants are starts. */
const mealSpan = ({ from, to }: Pick<Filters, 'from' | 'to'>, wide: boolean): Condition[] => {
  const fromOn = from && isLocalDate(from) ? from : undefined
  const toOn = to && isLocalDate(to) ? to : undefined
  return [
    ...(fromOn ? [sql<SqlBool>`r.service_on >= ${fromOn}::date`] : from ? [sql<SqlBool>`r.starts_at >= ${from}::timestamptz`] : []),
    ...(toOn ? [sql<SqlBool>`r.service_on <= ${toOn}::date`] : to ? [sql<SqlBool>`r.starts_at <= ${to}::timestamptz`] : []),
    ...(wide ? around(sql`r.starts_at`, fromOn, toOn && dayAfter(toOn)) : []),
  ]
}

/** Creation basis: local dates are days on the clock of each reservation's own venue. */
const creationSpan = ({ from, to }: Pick<Filters, 'from' | 'to'>): Condition[] => {
  const fromOn = from && isLocalDate(from) ? from : undefined
  const toOn = to && isLocalDate(to) ? to : undefined
  return [
    ...(fromOn ? [sql<SqlBool>`r.created_on >= ${fromOn}::date`] : from ? [sql<SqlBool>`r.created_at >= ${from}::timestamptz`] : []),
    ...(toOn ? [sql<SqlBool>`r.created_on <= ${toOn}::date`] : to ? [sql<SqlBool>`r.created_at <= ${to}::timestamptz`] : []),
    ...around(sql`r.created_at`, fromOn, toOn),
  ]
}

const isBackwards = ({ from, to }: Pick<Filters, 'from' | 'to'>): boolean => {
  if (!from || !to) return false
  if (isLocalDate(from) || isLocalDate(to)) return to.slice(0, 10) < from.slice(0, 10)
  return Temporal.Instant.compare(from, to) > 0
}

/** So few days of so few venues that scanning them is cheaper than the search index. */
const isSmall = (ctx: Ctx, { date, from, to, venueId, dateBasis }: Filters): boolean => {
  if (dateBasis === 'creation') return false
  const venues = venueId?.length ?? (ctx.scope.kind === 'venues' ? ctx.scope.ids.length : Number.POSITIVE_INFINITY)
  const days = date ? 1 : from && to ? daysOf(from, to) + 1 : Number.POSITIVE_INFINITY
  return venues * days <= 700
}

const spansOf = (filters: Filters) => [
  { from: filters.from, to: filters.to },
  ...(filters.date ? [{ from: filters.date, to: filters.date }] : []),
]
/** `range.invalid` for days that end before they begin. To a partner another channel or system is not there, nor whether there is a system. */
export const requireFilters = (ctx: Ctx, filters: Filters): void => {
  if (spansOf(filters).some(isBackwards)) throw new Problem('range.invalid')
  if (!isOfPartner(ctx)) return
  requireOwnSide(ctx, filters, 'filters.')
  if (isOfChannels(ctx) && filters.tableId !== undefined)
    throw new Problem('tables.unknown', {}, { 'filters.tableId': [{ issue: 'invalid' }] })
  if (isOfChannels(ctx) && filters.ofSystem !== undefined)
    throw new Problem('system.not_found', {}, { 'filters.ofSystem': [{ issue: 'invalid' }] })
}

/** All but what is searched for. */
const narrowing = (ctx: Ctx, filters: Filters, wide: boolean): Condition[] => [
  ...spansOf(filters).flatMap((span) => (filters.dateBasis === 'creation' ? creationSpan(span) : mealSpan(span, wide))),
  // Holds are short-lived and have no guest yet: shown only on request.
  ...(filters.status ? anyOf(sql`r.status`, filters.status, 'text') : [sql<SqlBool>`r.listed`]),
  ...anyOf(sql`r.channel_id`, filters.channelId, 'uuid'),
  ...anyOf(sql`r.system_id`, filters.rmsId, 'uuid'),
  ...anyOf(sql`r.area_id`, filters.areaId, 'uuid'),
  ...atTables(filters.tableId),
  ...anyOf(sql`r.source`, filters.source, 'text'),
  ...anyOf(sql`r.party_size`, filters.partySize, 'int'),
  ...(filters.undelivered
    ? [
        sql<SqlBool>`r.remote and exists (select from remote_states b where b.venue_id = r.venue_id and b.reservation_id = r.id
          and ${undeliveredOf} = any(${filters.undelivered}::text[]))`,
      ]
    : []),
  ...traitConditions(ctx, filters),
]

const both = (conditions: readonly Condition[]): Condition => sql.join<SqlBool>([...conditions], sql` and `)
/** Looked at, and no way for an index: the other one knows better. */
const aside = (condition: Condition): Condition => sql<SqlBool>`(${condition}) is true`

/** Of what some houses have had in years: house by house, each with the words in the one index of both. */
const houseByHouse = (ctx: Ctx, { venueId }: Filters): Condition[] =>
  isOfChannels(ctx) || (ctx.scope.kind === 'all' && venueId === undefined)
    ? []
    : [sql<SqlBool>`r.venue_id in (select v.id from venues v where ${both([inScope(ctx, 'v.id'), ...anyOf(sql`v.id`, venueId, 'uuid')])})`]

/**
 * All conditions of the list on a reservation `r`; the caller's tenant scope is always among them. Who has the very address, number or booking number
 * that was typed is who is looked for; where nobody has it, the words are looked for anywhere, also in the middle.
 */
export const conditionsOf = async (ctx: Ctx, filters: Filters): Promise<Condition> => {
  requireFilters(ctx, filters)
  const wide = filters.venueId === undefined && ctx.scope.kind !== 'venues'
  const seen = both([visible(ctx, 'r'), ...anyOf(sql`r.venue_id`, filters.venueId, 'uuid')])
  const rest = narrowing(ctx, filters, wide)
  const words = searchWords(filters.q ?? '')
  if (!words.length) return both([seen, ...rest])
  // An expression that prevents the index from being used.
  const small = isSmall(ctx, filters)
  const searched = small ? sql`(r.search || '')` : sql`r.search`
  const anywhere = words.map((word) => word.anywhere(searched))
  const whole = words.flatMap((word) => word.whole ?? [])
  if (whole.length) {
    const named = both([aside(seen), ...rest, ...words.map((word, at) => word.whole ?? anywhere[at]!)])
    const { rows } = await sql`select from reservations r where ${named} limit 1`.execute(ctx.db)
    if (rows.length) return named
  }
  const houses = small ? [] : houseByHouse(ctx, filters)
  return both([houses.length ? aside(seen) : seen, ...houses, ...rest, ...anywhere])
}

/** Selective enough to materialize all hits once for both rows and total: a search, or up to a month of days. */
export const isNarrow = ({ date, from, to, q }: Filters): boolean =>
  date !== undefined || (q !== undefined && searchWords(q).length > 0) || (from !== undefined && to !== undefined && daysOf(from, to) <= 31)

/** A search, or a list that is no evening's, week's or month's. */
export const isLookedUp = (filters: Filters): boolean =>
  filters.date === undefined && (!isNarrow(filters) || (filters.q !== undefined && searchWords(filters.q).length > 0))
