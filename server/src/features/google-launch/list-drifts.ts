import type { GoogleDrift, googleLaunch } from '@tablewire/contracts/google/google-launch'
import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { readAccount } from '#src/features/google-accounts/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { cutPage, readCursor } from '#src/platform/db/cursor.ts'
import { isAlarming } from './drift-alarm.ts'
import type { Wrong } from './probe-drift.ts'

type Row = Omit<GoogleDrift, 'samples' | 'alarming'> & {
  samples: Wrong[]
  venues: Record<string, Pick<GoogleDrift['samples'][number], 'venueName' | 'timeZone'>>
}

/** Probes of an account, newest first; venues that are gone since are left out of the samples. */
export const listDrifts = async (
  ctx: Ctx,
  { params: { id }, query: { limit = 24, offset = 0, after } }: Received<typeof googleLaunch.drifts>,
): Promise<Result<typeof googleLaunch.drifts>> => {
  await readAccount(ctx, id)
  const place = after === undefined ? undefined : readCursor(after)
  const beyond = place ? sql`and (d.at, d.id) < (${place.at}::timestamptz, ${place.id}::uuid)` : sql``
  const [{ rows }, counted] = await Promise.all([
    sql<Row>`
      select d.id, d.at, d.checked, d.wrong, d.oldest_at, d.samples,
        (select coalesce(jsonb_object_agg(v.id, jsonb_build_object('venueName', v.name, 'timeZone', v.time_zone)), '{}')
          from jsonb_array_elements(d.samples) one join venues v on v.id = (one ->> 'venueId')::uuid) as venues
      from google_drifts d where d.account_id = ${id} ${beyond} order by d.at desc, d.id desc limit ${limit + 1} offset ${offset}`.execute(
      ctx.db,
    ),
    sql<{ total: number }>`select count(*)::integer as total from google_drifts d where d.account_id = ${id}`.execute(ctx.db),
  ])
  const drifts = rows.map(({ samples, venues, ...row }): GoogleDrift => ({
    ...row,
    alarming: isAlarming(row),
    samples: samples.flatMap((one) => {
      const venue = venues[one.venueId]
      return venue ? [{ ...one, ...venue }] : []
    }),
  }))
  return { ...cutPage(drifts, limit, ({ at, id: driftId }) => ({ at, id: driftId })), total: counted.rows[0]!.total }
}
