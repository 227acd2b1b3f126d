import type { ErrorCode } from '@tablewire/contracts/kit/problem'
import type { SaveMeanwhile } from '@tablewire/contracts/kit/save-meanwhile'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

/** More than this many people at one form are told by the last of them. */
const toldAtMost = 5

type StaleSave = {
  code: Extract<
    ErrorCode,
    `${string}.version_stale` | 'reservation.changed_meanwhile' | 'waitlist.changed_meanwhile' | 'onboarding.changed_meanwhile'
  >
  /** The version the caller saw, and the one that stands there. */
  seen: number | undefined
  now: number
  subjectId: string
  /** The audit's names for what makes this version older. */
  actions: readonly string[]
  /** Where what is saved is one venue's part of the subject. */
  venueId?: string
  /** How many entries there may be for the versions between; one each unless given. */
  entries?: number
}

/**
 * Who saved since, newest first. As in the audit, names are for those of the same company and for whoever sees everything, and the platform's people are
 * nobody's; to others it was somebody.
 */
const savesSince = async (ctx: Ctx, { subjectId, actions, venueId, limit }: Omit<StaleSave, 'entries'> & { limit: number }) => {
  const { companyId = null } = ctx.actor.kind === 'user' ? ctx.actor : {}
  const { rows } = await sql<SaveMeanwhile>`
    select e.at, audit_fields(e.before, e.after) as fields, case when ${ctx.scope.kind === 'all'} or e.actor_id = ${ctx.actor.id} or u.company_id = ${companyId}::uuid or (u.id is not null and u.company_id is null)
      then e.actor_name end as by
    from (
      select at, id, actor_id, actor_kind, actor_name, before, after from audit_entries
      where subject_id = ${subjectId} and action = any(${[...actions]}::text[]) ${venueId === undefined ? sql`` : sql`and venue_id = ${venueId}`}
      order by at desc, id desc limit ${limit}
    ) e left join user_companies u on u.id = case when e.actor_kind = 'user' then e.actor_id::uuid end
    order by e.at desc, e.id desc`.execute(ctx.db)
  return rows
}

/** Counted up by every save, and no news to anybody. */
const counting = new Set(['version', 'updatedAt'])

/** Takes a save only from whoever has seen the thing as it is now; others are told who saved what meanwhile, and when. */
export const refuseStale = async (ctx: Ctx, save: StaleSave): Promise<void> => {
  const { code, seen, now, entries = now - (seen ?? now) } = save
  if (seen === undefined || seen === now) return
  const saves = entries > 0 ? await savesSince(ctx, { ...save, limit: Math.min(entries, toldAtMost) }) : []
  throw new Problem(code).with({
    saves: saves.map(({ fields, ...told }) => ({ ...told, fields: fields.filter((field) => !counting.has(field)) })),
  })
}
