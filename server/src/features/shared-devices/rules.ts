import type { SharedDeviceRules } from '@tablewire/contracts/identity/shared-devices'
import { protectedAtFirst, type Stay, staySeconds } from '@tablewire/contracts/identity/shared-devices.rules'
import { refuseStale } from '#src/features/access/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type {} from './device-rows.ts'

type Versioned = SharedDeviceRules & { version: number }
const atFirst: Versioned = { stay: 'minute', protectedActs: [...protectedAtFirst], version: 0 }

export const rulesOf = async (ctx: Pick<Ctx, 'db'>, venueId: string): Promise<Versioned> =>
  (await ctx.db
    .selectFrom('sharedDeviceRules')
    .select(['stay', 'protectedActs', 'version'])
    .where('venueId', '=', venueId)
    .executeTakeFirst()) ?? atFirst

/** Touches are told to the server now and then: half as long again, so that nobody is out before the screen says so. */
export const lifeSeconds = (stay: Stay): number => (stay === 'act' ? staySeconds.act : staySeconds[stay] * 1.5)

export const changeRules = (ctx: Ctx, venueId: string, wanted: Versioned): Promise<Versioned> =>
  transaction(ctx, async (inner) => {
    const venue = await venueWithBook(inner, venueId)
    if (venue.archived) throw new Problem('venue.archived')
    const { version, ...before } = await rulesOf(inner, venue.id)
    const action = 'shared_device.rules_updated'
    const stale = { code: 'venue.version_stale', seen: wanted.version, now: version, subjectId: venue.id, actions: [action] } as const
    await refuseStale(inner, stale)
    const after = { stay: wanted.stay, protectedActs: [...new Set(wanted.protectedActs)] }
    const row = { venueId: venue.id, ...after, version: version + 1 }
    const written = await inner.db
      .insertInto('sharedDeviceRules')
      .values(row)
      .onConflict((same) => same.column('venueId').doUpdateSet(row).where('sharedDeviceRules.version', '=', version))
      .returning('version')
      .executeTakeFirst()
    // Two at once who have read the same: the database lets one of them.
    if (!written) throw new Problem('venue.version_stale').with({ saves: [] })
    await audit(inner, { action, subject: 'shared_device', subjectId: venue.id, venueId: venue.id, before, after })
    return { ...after, version: row.version }
  })
