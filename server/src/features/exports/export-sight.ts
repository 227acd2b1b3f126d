import type { Ability } from '@tablewire/contracts/identity/access'
import { sql } from 'kysely'
import type { Ctx, VenueScope } from '#src/platform/ctx.ts'
import type { ExportRecord } from './export-rows.ts'

type Kept = Pick<ExportRecord, 'scope' | 'needs'>
type Now = { scope: VenueScope; companyId: string | null }

const channelsOf = (scope: VenueScope): readonly string[] | undefined => {
  if (scope.kind === 'channel') return [scope.channelId]
  return scope.kind === 'channels' ? scope.channelIds : undefined
}

const ofChannels = (ids: readonly string[]): VenueScope | undefined => {
  if (ids.length > 1) return { kind: 'channels', channelIds: ids }
  return ids[0] === undefined ? undefined : { kind: 'channel', channelId: ids[0] }
}

const ofVenues = (ids: readonly string[]): VenueScope | undefined => (ids.length > 0 ? { kind: 'venues', ids } : undefined)

const ofCompany = async (db: Ctx['db'], ids: readonly string[], companyId: string): Promise<string[]> =>
  (
    await sql<{ id: string }>`select id from venue_names where id = any(${[...ids]}::uuid[]) and company_id = ${companyId}`.execute(db)
  ).rows.map(({ id }) => id)

/** What is in both; undefined where that is nothing, or cannot be known. */
const inBoth = async (db: Ctx['db'], kept: VenueScope, { scope: now, companyId }: Now): Promise<VenueScope | undefined> => {
  // Whoever saw a whole company and belongs to it still has restaurants of it.
  if (kept.kind === 'company' && now.kind === 'venues') return kept.companyId === companyId ? ofVenues(now.ids) : undefined
  // Who was given the whole company has lost nothing of it.
  if (kept.kind === 'venues' && now.kind === 'company') return ofVenues(await ofCompany(db, kept.ids, now.companyId))
  if (kept.kind === 'venues' && now.kind === 'venues') return ofVenues(kept.ids.filter((id) => now.ids.includes(id)))
  const [before, after] = [channelsOf(kept), channelsOf(now)]
  return before && after ? ofChannels(before.filter((id) => after.includes(id))) : undefined
}

const namesOf = (scope: VenueScope): string =>
  [scope.kind, ...new Set(Object.values(scope).flat())].toSorted((a, b) => (a < b ? -1 : 1)).join(' ')
const isSame = (one: VenueScope, other: VenueScope): boolean => namesOf(one) === namesOf(other)

/** What was in sight when the file was ordered and is so now; undefined where that is nothing. */
export const stillInSight = async (db: Ctx['db'], { scope: kept }: Pick<Kept, 'scope'>, at: Now): Promise<VenueScope | undefined> => {
  const { scope: now } = at
  if (now.kind === 'all' || isSame(kept, now)) return kept
  // Who saw everything sees what is left, unless that is nothing at all.
  if (kept.kind === 'all') return now.kind === 'venues' && now.ids.length === 0 ? undefined : now
  return inBoth(db, kept, at)
}

export const stillMay = ({ needs }: Pick<Kept, 'needs'>, { ability }: { ability: Ability }): boolean =>
  needs === null || needs.every((need) => ability.can(...need))

/** Whether all that such a file holds would be written for its orderer today. */
export const isStillHis = async ({ db, scope, ability }: Pick<Ctx, 'db' | 'scope' | 'ability'>, row: Kept): Promise<boolean> => {
  if (!stillMay(row, { ability })) return false
  const left = await stillInSight(db, row, { scope, companyId: null })
  return left !== undefined && isSame(left, row.scope)
}
