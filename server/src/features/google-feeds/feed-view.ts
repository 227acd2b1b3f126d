import type { GoogleFeed } from '@tablewire/contracts/google/google-feeds'
import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { LeftOut } from './feed-rows.ts'

type File = Omit<GoogleFeed['files'][number], 'link'>
type Row = Omit<GoogleFeed, 'files' | 'leftOut' | 'fault'> & {
  fault: NonNullable<GoogleFeed['fault']>['code'] | null
  faultDetail: string | null
  leftOut: LeftOut[]
  names: Record<string, string>
  files: File[]
}

const purpose = 'google feed file'
const signed = (feedId: string, shard: number, untilMs: number): string => `${feedId} ${shard} ${untilMs}`

/** Good without a sign-in for as long as the file is kept: a browser saves it, and so does a script. */
const linkOf = ({ ports }: Ctx, { feedId, shard, untilMs }: { feedId: string; shard: number; untilMs: number }): string =>
  `/v1/google/feeds/${feedId}/files/${shard}?until=${untilMs}&signature=${ports.secrets.sign(purpose, signed(feedId, shard, untilMs))}`

export const linkIsOurs = (
  { ports }: Pick<Ctx, 'ports'>,
  { feedId, shard, untilMs, signature }: { feedId: string; shard: number; untilMs: number; signature: string },
): boolean => ports.secrets.verify(purpose, signed(feedId, shard, untilMs), signature)

const viewOf = (ctx: Ctx, { fault, faultDetail, names, leftOut, files, ...row }: Row): GoogleFeed => {
  const untilMs = row.filesUntil === null ? 0 : Date.parse(row.filesUntil)
  const kept = untilMs > ctx.clock().epochMilliseconds
  return {
    ...row,
    fault: fault && { code: fault, detail: faultDetail ?? '' },
    leftOut: leftOut.flatMap((one) => (names[one.venueId] === undefined ? [] : [{ ...one, name: names[one.venueId]! }])),
    files: files.map((file) => ({
      ...file,
      link: kept && file.sha256 ? linkOf(ctx, { feedId: row.id, shard: file.shard, untilMs }) : null,
    })),
  }
}

/** Feeds in the order of the statement `ids` names. */
export const readFeeds = async (ctx: Ctx, ids: RawBuilder<unknown>): Promise<GoogleFeed[]> => {
  const { rows } = await sql<Row>`
    select f.id, f.account_id, f.kind, f.state, f.due_on::text as due_on, f.asked_by, f.generated_at, f.merchants, f.records, f.errors, f.error_count,
      f.left_out, f.left_out_count, f.fault, f.fault_detail, f.attempts, f.next_at, f.created_at, f.ended_at, f.files_until,
      (select coalesce(jsonb_object_agg(v.id, v.name), '{}') from jsonb_array_elements(f.left_out) one join venues v on v.id = (one ->> 'venueId')::uuid) as names,
      (select coalesce(jsonb_agg(jsonb_build_object('shard', x.shard, 'name', x.name, 'bytes', x.bytes, 'records', x.records, 'sha256', x.sha256,
          'sentAt', to_char(x.sent_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
          'google', case when x.google_state is not null then jsonb_build_object('state', x.google_state, 'details', x.google_details, 'added', x.google_added,
            'existing', x.google_existing, 'deleted', x.google_deleted, 'askedAt', to_char(x.google_asked_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')) end)
          order by x.shard), '[]')
        from google_feed_files x where x.feed_id = f.id) as files
    from google_feeds f where f.id in (${ids}) order by f.created_at desc, f.id desc`.execute(ctx.db)
  return rows.map((row) => viewOf(ctx, row))
}
