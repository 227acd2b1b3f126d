import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { Id, IdParams, Instant, LocalDate, pageOf, pageQuery, queryList } from '../kit/wire.ts'

export const googleFeedKinds = ['merchants', 'services', 'availability'] as const
export const GoogleFeedKind = z.enum(googleFeedKinds)
export type GoogleFeedKind = z.infer<typeof GoogleFeedKind>

/** `refused`: our own check found what Google would refuse, and nothing left the house; `superseded`: a newer one of its kind went in its place. */
export const GoogleFeedState = z.enum(['waiting', 'writing', 'sending', 'sent', 'refused', 'failed', 'superseded'])
export type GoogleFeedState = z.infer<typeof GoogleFeedState>

/** What Google refuses a feed for, as far as it can be seen before it is sent. */
export const googleFeedErrors = [
  'json_parse_error',
  'bad_file_name',
  'file_too_large',
  'missing_shards',
  'metadata_invalid',
  'timestamp_reused',
  'nonce_reused',
  'timestamp_out_of_range',
  'duration_out_of_range',
  'spot_count_out_of_range',
  'record_out_of_restriction',
  'missing_id',
  'missing_name',
  'missing_address',
  'missing_resources',
  'missing_required_field',
  'bad_or_ineligible_url',
  'invalid_scheduling_rules',
  'invalid_value',
  'unknown_field',
  'unknown_merchant',
  'duplicates',
] as const
export const GoogleFeedErrorCode = z.enum(googleFeedErrors)
export type GoogleFeedErrorCode = z.infer<typeof GoogleFeedErrorCode>
/** One kind of error with how often it occurs and where, the first few. */
export const GoogleFeedError = z.object({
  code: GoogleFeedErrorCode,
  count: z.int(),
  samples: z.array(z.object({ file: z.string(), line: z.nullable(z.int()), merchantId: z.nullable(z.string()), detail: z.string() })),
})
export type GoogleFeedError = z.infer<typeof GoogleFeedError>

/** What a venue lacks that Google cannot do without. */
export const GoogleMerchantGap = z.enum(['name', 'address', 'city'])
/** `kept`: Google goes on with what it was told before, for a merchant that leaves a feed is deleted there. */
export const GoogleLeftOut = z.object({ venueId: Id, name: z.string(), gaps: z.array(GoogleMerchantGap), kept: z.boolean() })

/** What keeps a feed from arriving; it is tried again by itself. */
export const GoogleFeedFault = z.enum([
  'address',
  'unreachable',
  'host_key',
  'login',
  'private_key',
  'refused',
  'broken',
  'not_set_up',
  'secret_unreadable',
  'stopped',
])
export type GoogleFeedFault = z.infer<typeof GoogleFeedFault>

/** What Google says of a file that it has: SUCCESS, FAILURE or IN_PROGRESS, with its own words for what is wrong. */
export const GoogleFeedWord = z.object({
  state: z.string(),
  details: z.nullable(z.string()),
  added: z.nullable(z.int()),
  existing: z.nullable(z.int()),
  deleted: z.nullable(z.int()),
  askedAt: Instant,
})

export const GoogleFeedFile = z.object({
  shard: z.int(),
  name: z.string(),
  bytes: z.int(),
  records: z.int(),
  sha256: z.nullable(z.string()),
  sentAt: z.nullable(Instant),
  /** Signed path of the file, without a sign-in; null when it is not kept any more. */
  link: z.nullable(z.string()),
  /** Null = not asked yet, or Google does not know the file. */
  google: z.nullable(GoogleFeedWord),
})

export const GoogleFeed = z.object({
  id: Id,
  accountId: Id,
  kind: GoogleFeedKind,
  state: GoogleFeedState,
  /** The UTC day whose feed it is; null = somebody asked for it. */
  dueOn: z.nullable(LocalDate),
  askedBy: z.nullable(z.string()),
  /** As its metadata say it. */
  generatedAt: z.nullable(Instant),
  merchants: z.nullable(z.int()),
  records: z.nullable(z.int()),
  errors: z.array(GoogleFeedError),
  errorCount: z.int(),
  /** The first hundred. */
  leftOut: z.array(GoogleLeftOut),
  leftOutCount: z.int(),
  fault: z.nullable(z.object({ code: GoogleFeedFault, detail: z.string() })),
  attempts: z.int(),
  nextAt: z.nullable(Instant),
  createdAt: Instant,
  endedAt: z.nullable(Instant),
  /** Files are kept for download until then. */
  filesUntil: z.nullable(Instant),
  files: z.array(GoogleFeedFile),
})
export type GoogleFeed = z.infer<typeof GoogleFeed>

export const GoogleFeedSchedule = z.object({
  /** `HH:mm` in UTC, settled for each account, at which its feeds are made every day. */
  at: z.string(),
  nextAt: Instant,
  /** What the account lacks before anything can be sent. */
  missing: z.array(z.enum(['sftpUrl', 'sftpPrivateRsaKey', 'sftpUsers.merchants', 'sftpUsers.service', 'sftpUsers.availability'])),
})
export type GoogleFeedSchedule = z.infer<typeof GoogleFeedSchedule>

export const googleFeeds = defineArea('googleFeeds', {
  list: {
    method: 'GET',
    path: '/v1/google/accounts/:id/feeds',
    summary: 'What was told to Google by the feeds of an account, newest first, with counts and errors.',
    can: ['read', 'systems'],
    audit: 'none',
    params: IdParams,
    query: z.object({
      ...pageQuery,
      filters: z.optional(z.object({ kind: z.optional(queryList(GoogleFeedKind)), state: z.optional(queryList(GoogleFeedState)) })),
    }),
    result: pageOf(GoogleFeed),
    envelope: 'page',
    errors: ['google_account.not_found'],
  },
  schedule: {
    method: 'GET',
    path: '/v1/google/accounts/:id/feeds/schedule',
    summary: 'When the feeds of an account are made every day, and what it lacks for that.',
    can: ['read', 'systems'],
    audit: 'none',
    params: IdParams,
    result: GoogleFeedSchedule,
    envelope: 'data',
    errors: ['google_account.not_found'],
  },
  send: {
    method: 'POST',
    path: '/v1/google/accounts/:id/feeds',
    summary: 'Make and send the feeds of an account now, all three unless some are named; what is waiting already is not asked for twice.',
    status: 201,
    can: ['update', 'systems'],
    audit: 'google_account.feeds_asked',
    params: IdParams,
    body: z.object({ kinds: z.optional(z.array(GoogleFeedKind).check(z.minLength(1), z.maxLength(3))) }),
    result: z.array(GoogleFeed),
    envelope: 'data',
    idempotent: true,
    errors: ['google_account.not_found', 'google_feed.not_set_up'],
  },
})
