import { sql } from 'kysely'
import { readAccount } from '#src/features/google-accounts/api.ts'
import { publishDrift } from '#src/features/notifications/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'

/** A share of so many wrong is told, once it was taken from enough; Health goes by the same (`google_drift_problems`). */
export const alarmingShare = 0.05
const checkedLeast = 20
/** As long as it lasts it is told once a day. */
const againHours = 24

export const isAlarming = ({ checked, wrong }: { checked: number; wrong: number }): boolean =>
  checked >= checkedLeast && wrong >= checked * alarmingShare

type Probed = { id: string; accountId: string; checked: number; wrong: number }
/** Rings the bell of who runs the platform, once a day at most for an account. */
export const alarmOfDrift = async (ctx: Ctx, { id, accountId, checked, wrong }: Probed): Promise<void> => {
  if (!isAlarming({ checked, wrong })) return
  await transaction(ctx, async (inner) => {
    const { name, environment } = await readAccount(inner, accountId)
    const { rows } = await sql`
      update google_drifts d set alarmed = true where d.id = ${id} and not exists (
        select from google_drifts o where o.account_id = ${accountId} and o.alarmed and o.at > d.at - make_interval(hours => ${againHours}) and o.id <> d.id) returning d.id`.execute(
      inner.db,
    )
    if (rows.length) await publishDrift(inner, { accountId, name, environment, wrong, checked })
  })
}
