import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { builtInSystemId, inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { normalizeText } from '#src/features/columns/api.ts'
import type { Reason } from './findings.ts'
import { osmIdOf } from './read-venue.ts'
import { plainText } from './venue-columns.ts'
import { addressOf, type SourceRow } from './venue-source.ts'

/** What a row says it is about. `own`: the id it goes by where the file comes from; `key`: by which an import knows it again. */
export type Identity = { hubId: string; own: string; osm: string | undefined; key: string; place: string }

/** By the map's id, else its own, else name and address. */
export const identityOf = (row: SourceRow): Identity => {
  const osmId = osmIdOf(row)
  const osm = osmId === undefined ? undefined : `osm:${osmId}`
  const said = [row.name, row.address, row.street, row.houseNumber, row.postcode, row.city].map((text) => text.toLowerCase()).join('|')
  const place = `row:${createHash('sha256').update(said).digest('base64url').slice(0, 27)}`
  return { hubId: row.id, own: row.externalId, osm, place, key: osm ?? (row.externalId === '' ? place : `id:${row.externalId}`) }
}

/** Which venue of the company a row means; none = a new one, `alike` where one of that name and place goes by another id. */
export type Match =
  | { id: string; by: 'hub' | 'own' | 'key' | 'place' }
  | { refused: Reason; field: string; found: string }
  | { id: undefined; alike: boolean }

type MatchQuery = { n: number; hubId: string | null; own: string | null; tidied: string | null; keys: string[]; osm: string | null }
type VenueMatch = { n: number; by: 'hub' | 'other' | 'own' | 'tidied' | 'osm' | 'key'; id: string }

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

const byId = async (ctx: Ctx, companyId: string, queries: readonly MatchQuery[]): Promise<VenueMatch[]> => {
  const wanted = sql`jsonb_to_recordset(${JSON.stringify(queries)}::jsonb) as w (n integer, "hubId" uuid, own text, tidied text, keys text[], osm text)`
  const ours = sql`v.company_id = ${companyId} and ${inScope(ctx, 'v.id')}`
  const { rows } = await sql<VenueMatch>`
    select w.n, 'hub' as by, v.id from ${wanted} join venues v on v.id = w."hubId" and ${ours}
    union all select w.n, 'other', v.id from ${wanted} join venues v on v.id = w."hubId" and v.company_id <> ${companyId} and ${inScope(ctx, 'v.id')}
    union all select w.n, 'own', v.id from ${wanted} join venues v on v.external_id = w.own and ${ours}
    union all select w.n, 'tidied', v.id from ${wanted} join venues v on v.external_id = w.tidied and ${ours}
    union all select w.n, 'osm', v.id from ${wanted} join venues v on v.import_key = w.osm and ${ours}
    union all select w.n, 'key', v.id from ${wanted} join venues v on v.import_key = any(w.keys) and ${ours}`.execute(ctx.db)
  return rows
}

type Place = { n: number; name: string; address: string; postcode: string; city: string; country: string; own: boolean; osm: boolean }
type Near = { n: number; id: string; fits: boolean; sameAddress: boolean }

/** Where both say something about a part of the address, it has to be the same; and something of it has to be said by both, or nothing by either. */
const near = async (ctx: Ctx, companyId: string, places: readonly Place[]): Promise<Near[]> => {
  if (!places.length) return []
  const agrees = (stored: string, said: string) => {
    const here = sql`coalesce(${sql.ref(stored)}, '')`
    const there = sql`${sql.ref(said)}`
    return { open: sql`(${here} = '' or ${there} = '' or lower(${here}) = lower(${there}))`, both: sql`(${here} <> '' and ${there} <> '')` }
  }
  const address = agrees('v.address', 'w.address')
  const postcode = agrees('v.postal_code', 'w.postcode')
  const city = agrees('v.city', 'w.city')
  const { rows } = await sql<Near>`
    select w.n, f.id, f.fits, f.same_address from jsonb_to_recordset(${JSON.stringify(places)}::jsonb)
      as w (n integer, name text, address text, postcode text, city text, country text, own boolean, osm boolean)
    cross join lateral (
      select v.id, ${address.both} as same_address,
        not (w.own and v.external_id is not null) and not (w.osm and coalesce(v.import_key, '') like 'osm:%')
          and (${address.both} or not (w.own or w.osm)) as fits
      from venues v where v.company_id = ${companyId} and lower(v.name) = lower(w.name) and ${inScope(ctx, 'v.id')}
        and ${address.open} and ${postcode.open} and ${city.open} and (w.country = '' or v.country_code = w.country)
        and (${address.both} or ${postcode.both} or ${city.both} or concat(v.address, v.postal_code, v.city, w.address, w.postcode, w.city) = '')
      order by fits desc, v.id limit 3) f`.execute(ctx.db)
  return rows
}

/** What the ids of a row say; undefined = none of them is known here. */
const decided = ({ hubId, own, osm }: Identity, found: readonly VenueMatch[]): Match | undefined => {
  const all = (by: VenueMatch['by']): string[] => [...new Set(found.filter((one) => one.by === by).map(({ id }) => id))]
  const of = (by: VenueMatch['by']): string | undefined => all(by)[0]
  const owns = all('own').length ? all('own') : all('tidied')
  const hub = of('hub')
  const named = owns[0]
  const mapped = of('osm')
  const known = of('key')
  if (hubId !== '') {
    // Whoever does not see the other company learns nothing of its venues.
    if (hub === undefined)
      return { refused: of('other') === undefined ? 'venue.unknown' : 'venue.other_company', field: 'id', found: hubId }
    if (owns.length && !owns.includes(hub)) return { refused: 'external_id.taken', field: 'externalId', found: own }
    return { id: hub, by: 'hub' }
  }
  // Venues of different systems may go by the same one.
  if (owns.length > 1) return { refused: 'venue.several', field: 'externalId', found: own }
  if (named !== undefined && mapped !== undefined && named !== mapped)
    return { refused: 'venue.contested', field: 'externalId', found: `${own}, ${osm ?? ''}` }
  if (named !== undefined) return { id: named, by: 'own' }
  const before = mapped ?? known
  return before === undefined ? undefined : { id: before, by: 'key' }
}

/** A reservation system's own id names one of its venues, whichever company that belongs to: rows that would give it to a second one. */
const takenInSystem = async (ctx: Ctx, matches: readonly (Match | undefined)[], queries: readonly MatchQuery[]): Promise<Set<number>> => {
  const wanted = queries.flatMap(({ n, own, tidied }) => {
    const match = matches[n]
    return match && 'id' in match && match.id !== undefined && own !== null ? [{ n, id: match.id, own: [own, tidied ?? own] }] : []
  })
  if (!wanted.length) return new Set()
  const { rows } = await sql<{ n: number }>`
    select w.n from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as w (n integer, id uuid, own text[])
    join venues h on h.id = w.id and h.system_id <> ${builtInSystemId}
    join venues o on o.system_id = h.system_id and o.external_id = any(w.own) and o.id <> h.id`.execute(ctx.db)
  return new Set(rows.map(({ n }) => n))
}

const country = ({ country: said }: SourceRow): string => (/^[A-Z]{2}$/.test(said) ? said : '')

/** By the hub's id, else the own one whoever made the venue, else as earlier imports knew it, else by name and address; inside of the company only. */
export const matchVenues = async (
  ctx: Ctx,
  companyId: string,
  rows: readonly { row: SourceRow; identity: Identity }[],
): Promise<Match[]> => {
  const queries = rows.map(({ identity: { hubId, own, osm, key } }, n) => ({
    n,
    hubId: uuid.test(hubId) ? hubId : null,
    own: own || null,
    tidied: plainText(own) || null,
    keys: [key, ...(own === '' ? [] : [`id:${own.slice(0, 200)}`])],
    osm: osm ?? null,
  }))
  const found = Map.groupBy(await byId(ctx, companyId, queries), ({ n }) => n)
  const matches = rows.map(({ identity }, n) => decided(identity, found.get(n) ?? []))
  const places = rows.flatMap(({ row, identity }, n) => {
    if (matches[n]) return []
    const { postcode, city } = row
    const said = {
      name: normalizeText(row.name),
      address: addressOf(row),
      postcode: normalizeText(postcode),
      city: normalizeText(city),
      country: country(row),
    }
    return said.name === '' ? [] : [{ n, ...said, own: identity.own !== '', osm: identity.osm !== undefined }]
  })
  const around = Map.groupBy(await near(ctx, companyId, places), ({ n }) => n)
  const placed = matches.map((match, n): Match => {
    if (match) return match
    const here = around.get(n) ?? []
    const fitting = here.filter(({ fits }) => fits)
    if (fitting.length > 1) return { refused: 'venue.several', field: 'name', found: rows[n]!.row.name }
    if (fitting.length) return { id: fitting[0]!.id, by: 'place' }
    return { id: undefined, alike: here.some(({ sameAddress }) => sameAddress) }
  })
  const taken = await takenInSystem(ctx, placed, queries)
  return placed.map((match, n) =>
    taken.has(n) ? { refused: 'external_id.taken', field: 'externalId', found: rows[n]!.identity.own } : match,
  )
}
