import { tripadvisorIdIn } from '@tablewire/contracts/estate/tripadvisor.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Match } from './match-venues.ts'
import type { SourceRow } from './venue-source.ts'

type Holder = { id: string; tripadvisorId: string; named: boolean }

/**
 * A page at Tripadvisor is one venue's: of a row that names the page of another venue, or of a row before it, the venue keeps what it has. Answers the
 * rows, and the lines of those that named one in vain.
 */
export const withOwnPages = async <Row extends { line: number; row: SourceRow }>(
  ctx: Ctx,
  rows: readonly Row[],
  matches: readonly Match[],
): Promise<{ rows: Row[]; vain: ReadonlyMap<number, string> }> => {
  const wanted = rows.map(({ row }) => tripadvisorIdIn(row.tripadvisorId) ?? '')
  if (!wanted.some(Boolean)) return { rows: [...rows], vain: new Map() }
  const idOf = (n: number): string | undefined => {
    const match = matches[n]
    return match && 'id' in match ? match.id : undefined
  }
  const ids = rows.flatMap((_, n) => idOf(n) ?? [])
  const named = [...new Set(wanted.filter(Boolean))]
  const { rows: holders } = await sql<Holder>`
    select v.id, v.tripadvisor_id, lower(v.tripadvisor_id) = any(${named}::text[]) as named from venues v
    where v.tripadvisor_id is not null and v.archived_at is null and not v.test
      and (lower(v.tripadvisor_id) = any(${named}::text[]) or v.id = any(${ids}::uuid[]))`.execute(ctx.db)
  const holderOf = new Map(holders.filter((one) => one.named).map(({ tripadvisorId, id }) => [tripadvisorId.toLowerCase(), id]))
  const own = new Map(holders.map(({ id, tripadvisorId }) => [id, tripadvisorId]))
  const seen = new Set<string>()
  const vain = new Map<number, string>()
  const kept = rows.map((one, n): Row => {
    const page = wanted[n]!
    const holder = holderOf.get(page)
    const free = !seen.has(page) && (holder === undefined || holder === idOf(n))
    if (page !== '') seen.add(page)
    if (page === '' || free) return one
    vain.set(one.line, one.row.tripadvisorId)
    return { ...one, row: { ...one.row, tripadvisorId: own.get(idOf(n) ?? '') ?? '' } }
  })
  return { rows: kept, vain }
}
