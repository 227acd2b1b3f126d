import type { Mapping } from '@tablewire/contracts/import/import.rules'
import type { FindingReason } from '@tablewire/contracts/phrases/findings'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

/** The venue a word of a file means, or why it means none. */
export type VenueMatch = { id: string; name: string | null } | { reason: FindingReason }
export type VenueFinder = (words: readonly string[]) => Promise<ReadonlyMap<string, VenueMatch>>

type Hit = { word: string; id: string; name: string; archived: boolean; rank: number }
const uuid = '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$'

/**
 * By our id, else the partner's, else the name; two of one rank are told, as no file may choose between them. A venue that was merged stands for the one
 * that is kept.
 */
const lookUp = async (ctx: Ctx, words: readonly string[]): Promise<Map<string, VenueMatch>> => {
  const { rows } = await sql<Hit>`
    select w.word, coalesce(k.id, f.id) as id, coalesce(k.name, f.name) as name, f.archived and (k.id is null or k.archived_at is not null) as archived, f.rank
    from unnest(${[...words]}::text[]) as w (word) cross join lateral (
      select v.id, v.name, v.archived_at is not null as archived, 0 as rank, v.merged_into from venues v where v.id = case when w.word ~ ${uuid} then w.word::uuid end and ${inScope(ctx, 'v.id')}
      union all
      (select v.id, v.name, v.archived_at is not null, 1, v.merged_into from venues v where v.external_id = w.word and ${inScope(ctx, 'v.id')} order by 3 limit 2)
      union all
      (select v.id, v.name, v.archived_at is not null, 2, v.merged_into from venues v where lower(v.name) = lower(w.word) and ${inScope(ctx, 'v.id')} order by 3 limit 2)
    ) f left join venues k on k.id = f.merged_into and ${inScope(ctx, 'k.id')}`.execute(ctx.db)
  const found = Map.groupBy(rows, ({ word }) => word)
  return new Map(
    words.map((word): [string, VenueMatch] => {
      const all = found.get(word) ?? []
      const hits = all.filter(({ archived }) => !archived)
      if (all.length && !hits.length) return [word, { reason: 'venue.archived' }]
      const best = hits.filter(({ rank }) => rank === Math.min(...hits.map((hit) => hit.rank)))
      if (new Set(best.map(({ id }) => id)).size === 1) return [word, { id: best[0]!.id, name: best[0]!.name }]
      return [word, { reason: best.length ? 'venue.several' : 'venue.unknown' }]
    }),
  )
}

/** Asks for each word once. What people chose goes before what a word seems to mean; `''` leaves its rows out. */
export const venueFinder = (ctx: Ctx, { values }: Pick<Mapping, 'values'>): VenueFinder => {
  const chosen = values['venue'] ?? {}
  const known = new Map<string, VenueMatch>()
  return async (words) => {
    const fresh = [...new Set(words)].filter((word) => !known.has(word))
    for (const word of fresh) {
      const ours = chosen[word]
      if (ours === '') known.set(word, { reason: 'venue.left_out' })
      else if (ours !== undefined) known.set(word, { id: ours, name: null })
    }
    const open = fresh.filter((word) => !known.has(word))
    if (open.length) for (const [word, meant] of await lookUp(ctx, open)) known.set(word, meant)
    return known
  }
}
