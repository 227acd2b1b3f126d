import type { GooglePasswordNews } from '@tablewire/contracts/operations/notifications'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import { warnDays } from './account-view.ts'

/** A password of a booking server ends soon: for whoever tells people. */
export const passwordEndingJob = defineJob<{ eventId: string; news: GooglePasswordNews; at: string }>('google_accounts.password_ending', 10)

/**
 * Warns 30, 7 and 1 days before a password ends, each once: the row says of which it was told, and a second process finds it changed. After a standstill
 * only the nearest is told. One that another has followed is told of too, as Google may still show it; ended by hand it is over.
 */
export const watchPasswords = (ctx: Ctx): Promise<void> =>
  transaction(ctx, async (inner) => {
    const now = inner.clock().toString()
    const due = sql`(select min(w.days) from unnest(${warnDays}::integer[]) as w (days) where p.expires_at <= ${now}::timestamptz + make_interval(days => w.days))`
    const { rows } = await sql<GooglePasswordNews>`
      update google_passwords p set warned_days = ${due} from google_accounts a
      where a.id = p.account_id and a.active and p.expires_at > ${now}::timestamptz and p.expires_at <= ${now}::timestamptz + interval '30 days'
        and (p.warned_days is null or p.warned_days > ${due})
      returning a.id as account_id, a.name, a.environment, p.warned_days as days, p.username, p.expires_at as ends_at`.execute(inner.db)
    for (const news of rows) await inner.ports.jobs.enqueue(inner, passwordEndingJob, { eventId: newId(), news, at: now })
  })
