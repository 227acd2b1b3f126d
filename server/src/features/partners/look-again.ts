import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { wakeLoop } from '#src/platform/jobs/leased-loop.ts'

/** Somebody says that the system changed one of its bookings: it is asked at once. What the hub does not know, it has nothing to ask about. */
export const lookAgain = async (ctx: Ctx, { systemId, remoteId }: { systemId: string; remoteId: string }): Promise<void> => {
  const now = ctx.clock().toString()
  await sql`
    update remote_bookings set look_again = true, next_at = least(next_at, ${now}::timestamptz), updated_at = ${now}::timestamptz
    where system_id = ${systemId} and remote_id = ${remoteId}`.execute(ctx.db)
  wakeLoop(ctx, 'hub.settle')
}
