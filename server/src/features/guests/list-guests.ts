import type { GuestRow, guests } from '@tablewire/contracts/booking/guests'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { peopleNamed } from './guest-rows.ts'
import { type Reading, readTyped, type Typed } from './typed-guest.ts'

type Ask = Received<typeof guests.list>['query']
type Page = Result<typeof guests.list>

const usualLimit = 50
/** Guests who were not looked at yet are few, unless a file has just brought them. */
const freshMost = 500

const writePlace = (sort: string, id: string): string => Buffer.from(JSON.stringify([sort, id])).toString('base64url')
const readPlace = (after: string): { sort: string; id: string } => {
  try {
    const [sort, id, ...rest] = JSON.parse(Buffer.from(after, 'base64url').toString()) as unknown[]
    if (typeof sort === 'string' && typeof id === 'string' && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(id) && !rest.length)
      return { sort, id }
  } catch {
    // Not ours; refused below like every other that we did not write.
  }
  throw new Problem('request.invalid', {}, { after: [{ issue: 'invalid' }] })
}

const at = (ctx: Ctx, venueId: string | undefined): RawBuilder<SqlBool> =>
  venueId === undefined ? inScope(ctx, 'p.venue_id') : sql<SqlBool>`(${inScope(ctx, 'p.venue_id')} and p.venue_id = ${venueId})`

const inOrder = async (ctx: Ctx, people: readonly { id: string }[]): Promise<GuestRow[]> => {
  const rows = await peopleNamed(
    ctx,
    people.map(({ id }) => id),
  )
  return people.flatMap(({ id }) => rows.get(id) ?? [])
}

/** What a guest is searched by; written once he was looked at. */
export const searchText = sql`' ' || guest_fold(g.first_name || ' ' || g.last_name || ' ' || coalesce(g.email, '')) || ' ' || coalesce(g.phone, '') || ' '`
export const sortText = sql`guest_fold(g.last_name || ' ' || g.first_name)`

const all = (column: RawBuilder<unknown>, patterns: readonly string[]): RawBuilder<SqlBool> =>
  patterns.length
    ? sql<SqlBool>`(${sql.join(
        patterns.map((pattern) => sql`${column} like ${pattern}`),
        sql` and `,
      )})`
    : sql<SqlBool>`true`

/** Of what more have, these are shown, the first by what was typed, and that there are more. Each is a guest read from the disk. */
const matchesMost = 300
type Found = { ids: string[]; capped: boolean }

/** Of the ways the database may go it takes the one that is left: how many it expects to find is a guess, and a wrong one reads all guests. */
const without = (ctx: Ctx, ways: string, query: RawBuilder<{ id: string }>): Promise<Found> =>
  transaction(ctx, async ({ db }) => {
    await sql`select set_config(name, 'off', true) from unnest(${ways}::text[]) as name`.execute(db)
    const { rows } = await query.execute(db)
    return { ids: rows.map(({ id }) => id), capped: rows.length === matchesMost }
  })

/** Behind every word that begins so. */
const behind = '\u{10FFFF}'
/** An address of mail has no names beside it. */
const fits = (word: RawBuilder<unknown>, { begins, beside }: Reading): RawBuilder<SqlBool> => sql<SqlBool>`
  ${word} >= ${begins} and ${word} < ${begins + behind} and ${beside.length ? sql`${word} not like '%@%'` : sql`true`}
  and ${all(
    word,
    beside.map((other) => containing(` ${other}`)),
  )}`

/** One stretch of the index in its order, of each venue or of all: it ends as soon as there are enough. */
const stretch = (ctx: Ctx, reading: Reading, { venueId }: Ask): RawBuilder<unknown> => {
  const words = sql`select w.word, w.guest_id as id from guest_words w where ${fits(sql`w.word`, reading)}`
  if (ctx.scope.kind === 'all' && venueId === undefined) return sql`(${words} order by w.word limit ${matchesMost})`
  return sql`(select found.word, found.id from venues v
    cross join lateral (${words} and w.venue_id = v.id order by w.word limit ${matchesMost}) found
    where ${inScope(ctx, 'v.id')} and ${venueId === undefined ? sql`true` : sql`v.id = ${venueId}`} order by found.word limit ${matchesMost})`
}

const beginning = (ctx: Ctx, { readings }: Typed, ask: Ask): Promise<Found> => {
  const stretches = sql.join(
    readings.map((reading) => stretch(ctx, reading, ask)),
    sql` union all `,
  )
  return without(ctx, '{enable_seqscan,enable_bitmapscan}', sql`select found.id from (${stretches}) found limit ${matchesMost}`)
}

/** By the index of trigrams, which gathers all that fit before it gives the first: for what no word begins with. */
const inTheMiddle = (ctx: Ctx, patterns: readonly string[], { venueId }: Ask): Promise<Found> =>
  without(
    ctx,
    '{enable_seqscan,enable_indexscan,enable_indexonlyscan}',
    sql`select p.guest_id as id from guest_profiles p
      where ${all(sql`p.search`, patterns)} and p.sort is not null and ${at(ctx, venueId)} limit ${matchesMost}`,
  )

/** Those found, and those not looked at yet who fit; who has the very words comes first. */
const shown = async (ctx: Ctx, { ids, capped }: Found, { fresh, whole, ask }: Show): Promise<Page> => {
  const { venueId, limit = usualLimit } = ask
  const { rows } = await sql<{ id: string; count: number }>`
    with found as (
      select coalesce(p.person_id, p.guest_id) as id, p.search
        from (select distinct id from unnest(${ids}::uuid[]) as f (id)) f join guest_profiles p on p.guest_id = f.id
      union all
      select n.id, n.search from (
        select coalesce(p.person_id, p.guest_id) as id, ${searchText} as search
        from (select * from guest_profiles p where not p.looked and ${at(ctx, venueId)} order by p.guest_id desc limit ${freshMost}) p
          join guests g on g.venue_id = p.venue_id and g.id = p.guest_id) n
        where ${fresh}),
    people as (select distinct on (f.id) f.id, ${all(sql`f.search`, whole)} as whole from found f order by f.id, whole desc)
    select p.guest_id as id, count(*) over ()::integer as count from people f join guest_profiles p on p.guest_id = f.id
    order by f.whole desc, p.sort, p.guest_id limit ${limit}`.execute(ctx.db)
  return { data: await inOrder(ctx, rows), next: null, more: capped || (rows[0]?.count ?? 0) > rows.length }
}
type Show = { fresh: RawBuilder<SqlBool>; whole: readonly string[]; ask: Ask }

const search = async (ctx: Ctx, ask: Ask): Promise<Page> => {
  const typed = readTyped(ask.q ?? '')
  const none: Page = { data: [], next: null, more: false }
  if (!typed) return none
  const { readings, anywhere, whole } = typed
  if (readings.length) {
    const words = sql.join(
      readings.map((reading) => sql`(${fits(sql`w.word`, reading)})`),
      sql` or `,
    )
    const fresh = sql<SqlBool>`exists (select from unnest(guest_words_of(n.search)) as u (word), lateral (select u.word collate "C" as word) w where ${words})`
    const page = await shown(ctx, await beginning(ctx, typed, ask), { fresh, whole, ask })
    if (page.data.length) return page
  }
  return anywhere ? shown(ctx, await inTheMiddle(ctx, anywhere, ask), { fresh: all(sql`n.search`, anywhere), whole, ask }) : none
}

/** All of them in the order of their names; who is new a minute later. */
const walk = async (ctx: Ctx, { venueId, limit = usualLimit, after }: Ask): Promise<Page> => {
  const place = after === undefined ? undefined : readPlace(after)
  const { rows } = await sql<{ id: string; sort: string }>`
    select p.guest_id as id, p.sort from guest_profiles p
    where p.merged_into is null and p.sort is not null and ${at(ctx, venueId)}
      and ${place ? sql`(p.sort, p.guest_id) > (${place.sort}, ${place.id}::uuid)` : sql`true`}
    order by p.sort, p.guest_id limit ${limit + 1}`.execute(ctx.db)
  const page = rows.slice(0, limit)
  const last = page.at(-1)
  return { data: await inOrder(ctx, page), next: last && rows.length > limit ? writePlace(last.sort, last.id) : null, more: false }
}

export const listGuests = (ctx: Ctx, ask: Ask): Promise<Page> => (ask.q?.trim() ? search(ctx, ask) : walk(ctx, ask))
