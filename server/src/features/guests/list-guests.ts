import type { GuestRow, guests } from '@tablewire/contracts/booking/guests'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { peopleNamed } from './guest-rows.ts'
import { fold } from './likeness.ts'

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

/** What is typed as people write it: a number is found by its digits, a name of two letters as a word. */
const patternsOf = (q: string): string[] | undefined => {
  // As in +44 (0)20: dialled within the country alone.
  const digits = q
    .replace(/^(\+[^(]*)\(0\)/, '$1')
    .replace(/\D/g, '')
    .replace(/^0+/, '')
  if (/^[\d\s()+/.-]+$/.test(q)) return digits.length < 3 ? undefined : [containing(digits)]
  const words = fold(q).split(' ')
  if (words.join('').length < 2) return undefined
  return words.map((word) => (word.length < 3 ? containing(` ${word} `) : containing(word)))
}

const matches = (column: RawBuilder<unknown>, patterns: readonly string[]): RawBuilder<SqlBool> =>
  sql<SqlBool>`(${sql.join(
    patterns.map((pattern) => sql`${column} like ${pattern}`),
    sql` and `,
  )})`

/** What a guest is searched by; written once he was looked at. */
export const searchText = sql`' ' || guest_fold(g.first_name || ' ' || g.last_name || ' ' || coalesce(g.email, '')) || ' ' || coalesce(g.phone, '') || ' '`
export const sortText = sql`guest_fold(g.last_name || ' ' || g.first_name)`

/** Of a name that more have, some are shown, and that there are more. */
const matchesMost = 2000

/**
 * Whom the letters fit, by the index of trigrams, of very many some. Left to itself the database walks along the names in their order, on which it finds a
 * usual name after a million others: it takes how many fit for how soon they come.
 */
const matching = (ctx: Ctx, patterns: readonly string[], { venueId }: Ask): Promise<{ ids: string[]; capped: boolean }> =>
  transaction(ctx, async ({ db }) => {
    await sql`select set_config(name, 'off', true) from unnest('{enable_seqscan,enable_indexscan,enable_indexonlyscan}'::text[]) as name`.execute(
      db,
    )
    const { rows } = await sql<{ id: string }>`
      select p.guest_id as id from guest_profiles p
      where ${matches(sql`p.search`, patterns)} and p.sort is not null and ${at(ctx, venueId)} limit ${matchesMost}`.execute(db)
    return { ids: rows.map(({ id }) => id), capped: rows.length === matchesMost }
  })

const search = async (ctx: Ctx, ask: Ask): Promise<Page> => {
  const { q = '', venueId, limit = usualLimit } = ask
  const patterns = patternsOf(q.trim())
  if (!patterns) return { data: [], next: null, more: false }
  const { ids, capped } = await matching(ctx, patterns, ask)
  const { rows } = await sql<{ id: string; count: number }>`
    with found as (
      select coalesce(p.person_id, p.guest_id) as id from unnest(${ids}::uuid[]) as f (id) join guest_profiles p on p.guest_id = f.id
      union
      select coalesce(p.person_id, p.guest_id) as id
        from (select * from guest_profiles p where not p.looked and ${at(ctx, venueId)} order by p.guest_id desc limit ${freshMost}) p
          join guests g on g.venue_id = p.venue_id and g.id = p.guest_id
        where ${matches(sql`(${searchText})`, patterns)})
    select p.guest_id as id, count(*) over ()::integer as count from found f join guest_profiles p on p.guest_id = f.id
    order by p.sort, p.guest_id limit ${limit}`.execute(ctx.db)
  return { data: await inOrder(ctx, rows), next: null, more: capped || (rows[0]?.count ?? 0) > rows.length }
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
