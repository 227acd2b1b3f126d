import { onboardingStatuses, type OnboardingSide } from '@tablewire/contracts/onboarding/onboarding.rules'
import type { OnboardingFilter } from '@tablewire/contracts/onboarding/onboarding-fields'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { type ExportData, runExport, type Sheet } from '#src/features/exports/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { defineJob, onJob } from '#src/platform/jobs/jobs.ts'
import { conditionsOf, rankFor } from './list-requests.ts'
import { sideOf } from './request-scope.ts'
import { isPendingOn, type RequestRow } from './request-view.ts'
import { sheetPhrases } from './sheet-phrases.ts'

/** Tried again only when the process that wrote it died. */
export const exportRequestsJob = defineJob<ExportData>('onboarding.export', 2)

type Words = (typeof sheetPhrases)['en']
type SheetColumn = keyof Words['columns']
type Column = { id: SheetColumn; width: number; cell: (row: RequestRow, words: Words) => string | null; of?: readonly OnboardingSide[] }
const pageRows = 2000

const minute = (instant: string | null): string | null => (instant === null ? null : instant.slice(0, 16).replace('T', ' '))

/** Messages stand in none of them, and of internal notes only the reader’s own side’s. */
const columns: readonly Column[] = [
  { id: 'venue', width: 30, cell: (row) => row.venueName },
  { id: 'address', width: 34, cell: (row) => row.venueAddress },
  { id: 'country', width: 8, cell: (row) => row.venueCountry },
  { id: 'phone', width: 18, cell: (row) => row.venuePhone },
  { id: 'system', width: 20, cell: (row) => row.systemName },
  { id: 'rmsVenueId', width: 22, cell: (row) => row.rmsVenueId },
  { id: 'channel', width: 20, cell: (row) => row.channelName },
  { id: 'bookingChannelVenueId', width: 22, cell: (row) => row.bookingChannelVenueId },
  { id: 'requester', width: 18, cell: (row, words) => words.requester[row.requester] },
  { id: 'status', width: 22, cell: (row, words) => words.status[row.status] },
  { id: 'since', width: 17, cell: (row) => minute(row.statusSince) },
  { id: 'requested', width: 17, cell: (row) => minute(row.requestedAt) },
  { id: 'visible', width: 17, cell: (row) => minute(row.visibleAt) },
  { id: 'available', width: 17, cell: (row) => minute(row.availableAt) },
  { id: 'onboarded', width: 17, cell: (row) => minute(row.onboardedAt) },
  { id: 'confirmed', width: 17, cell: (row) => minute(row.restaurantConfirmedAt) },
  { id: 'hours', width: 40, cell: (row) => row.restaurantWord?.hours ?? null },
  { id: 'reference', width: 16, cell: (row) => row.reference },
  { id: 'contact', width: 28, cell: (row) => row.contactEmail },
  { id: 'language', width: 8, cell: (row) => row.contactLanguage },
  { id: 'profile', width: 30, cell: (row) => row.profileUrl },
  { id: 'notes', width: 40, cell: (row) => row.notes },
  {
    id: 'reason',
    width: 40,
    cell: (row, words) => (row.endedBecause ? words.ended[row.endedBecause] : (row.cancellationReason ?? row.rejectReason)),
  },
  { id: 'rmsNotes', width: 40, cell: (row) => row.rmsNotes, of: ['rms', 'admin'] },
  { id: 'bcNotes', width: 40, cell: (row) => row.bcNotes, of: ['bc', 'admin'] },
  { id: 'hubVenue', width: 38, cell: (row) => row.venueId },
  { id: 'id', width: 38, cell: (row) => row.id },
]

type Ask = { filters?: OnboardingFilter }

const statusesOf = (side: OnboardingSide, { status, pendingOnMe }: OnboardingFilter) =>
  onboardingStatuses.filter((one) => (!status?.length || status.includes(one)) && (!pendingOnMe || isPendingOn(side, one)))

/** In the order of the list: what waits for the reader, what waits for others, what is over. */
const rowsOf = async function* (ctx: Ctx, filters: OnboardingFilter): AsyncGenerator<RequestRow> {
  const side = sideOf(ctx)
  const ranks = Map.groupBy(statusesOf(side, filters), (status) => rankFor(side, status))
  for (const rank of [...ranks.keys()].toSorted((a, b) => a - b)) {
    let after: RequestRow | undefined
    do {
      const { rows } = await sql<RequestRow>`
        select r.*, s.name as system_name, c.name as channel_name
        from onboarding_requests r join systems s on s.id = r.system_id join channels c on c.id = r.channel_id
        where r.status = any(${ranks.get(rank)!}::text[]) and ${conditionsOf(ctx, filters)}
          ${after ? sql`and (r.queue_key, r.id) > (${after.queueKey}::bigint, ${after.id}::uuid)` : sql``}
        order by r.queue_key, r.id limit ${pageRows}`.execute(ctx.db)
      yield* rows
      after = rows.length === pageRows ? rows.at(-1) : undefined
    } while (after)
  }
}

const countOf = async (ctx: Ctx, filters: OnboardingFilter): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from onboarding_requests r
    where r.status = any(${statusesOf(sideOf(ctx), filters)}::text[]) and ${conditionsOf(ctx, filters)}`.execute(ctx.db)
  return rows[0]!.count
}

const namesOf = async (ctx: Ctx, table: 'known_systems' | 'channel_names', ids: readonly string[] = []): Promise<string> => {
  const { rows } = await sql<{ name: string }>`
    select name from ${{ known_systems: sql`known_systems`, channel_names: sql`channel_names` }[table]}
    where id = any(${[...ids]}::uuid[]) order by name`.execute(ctx.db)
  return rows.map(({ name }) => name).join(', ')
}

const filterInWords = async (ctx: Ctx, filters: OnboardingFilter, words: Words): Promise<[string, string][]> => {
  const { q, status, from, to, pendingOnMe } = filters
  const said: [string, string][] = [
    [words.search, q ?? ''],
    [words.columns.status, (status ?? []).map((one) => words.status[one]).join(', ')],
    [words.mine, pendingOnMe ? words.yes : ''],
    [words.columns.system, await namesOf(ctx, 'known_systems', filters.systemId)],
    [words.columns.channel, await namesOf(ctx, 'channel_names', filters.channelId)],
    [words.from, from ?? ''],
    [words.to, to ?? ''],
  ]
  return said.filter(([, value]) => value !== '')
}

/** Exactly the requests of the list with that filter, in its order. */
export const requestSheet = async (ctx: Ctx, { filters = {} }: Ask, lang: Lang): Promise<Sheet> => {
  const words = sheetPhrases[lang]
  const side = sideOf(ctx)
  const shown = columns.filter(({ of }) => of === undefined || of.includes(side))
  const cells = async function* () {
    for await (const row of rowsOf(ctx, filters)) yield shown.map(({ cell }) => cell(row, words))
  }
  return {
    title: words.title,
    columns: shown.map(({ id, width }) => ({ header: words.columns[id], width })),
    total: await countOf(ctx, filters),
    rows: cells(),
    filter: await filterInWords(ctx, filters, words),
  }
}

export const exportRequests = onJob(exportRequestsJob, (ctx, { exportId }) => runExport(ctx, exportId, requestSheet))
