import { isOpen, ownerOf, type OnboardingSide, type OnboardingStatus } from '@tablewire/contracts/onboarding/onboarding.rules'
import type { OnboardingDetail, OnboardingSummary } from '@tablewire/contracts/onboarding/onboarding'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type { OnboardingRecord } from './request-rows.ts'
import { ofOwnRequests, sideOf } from './request-scope.ts'
import { sheetPhrases } from './sheet-phrases.ts'

export type RequestRow = OnboardingRecord & { systemName: string; channelName: string }

export const isPendingOn = (side: OnboardingSide, status: OnboardingStatus): boolean => isOpen(status) && ownerOf[status] === side

/** What one side notes for itself is for that side, and for who runs the platform. */
const notesFor = (side: OnboardingSide, { rmsNotes, bcNotes }: RequestRow): OnboardingDetail['internalNotes'] => ({
  rms: side === 'rms' || side === 'admin' ? rmsNotes : null,
  bc: side === 'bc' || side === 'admin' ? bcNotes : null,
})

/** The edge sends what the contract names, and no more. */
export const summaryOf = (row: RequestRow, side: OnboardingSide): OnboardingSummary => ({
  ...row,
  requestDate: row.requestedAt,
  system: { id: row.systemId, name: row.systemName },
  channel: { id: row.channelId, name: row.channelName },
  mozrestId: row.venueId,
  pendingOnMe: isPendingOn(side, row.status),
})

type DetailRow = RequestRow & { mozrestName: string | null }
const detailOf = (row: DetailRow, { side, lang }: { side: OnboardingSide; lang: Lang }): OnboardingDetail => {
  const { requestedAt, visibleAt, availableAt, onboardedAt, proofIsTest } = row
  return {
    ...row,
    ...summaryOf(row, side),
    side,
    cancellationReason: row.endedBecause ? sheetPhrases[lang].ended[row.endedBecause] : row.cancellationReason,
    internalNotes: notesFor(side, row),
    progress: { requestedAt, visibleAt, availableAt, onboardedAt, byTestBooking: proofIsTest },
  }
}

export const readRequest = async (ctx: Ctx, id: string): Promise<OnboardingDetail> => {
  const { rows } = await sql<DetailRow>`
    select r.*, s.name as system_name, c.name as channel_name,
      (select v.name from venues v where v.id = r.venue_id and ${inScope(ctx, 'v.id')}) as mozrest_name
    from onboarding_requests r join systems s on s.id = r.system_id join channels c on c.id = r.channel_id
    where r.id = ${id} and ${ofOwnRequests(ctx)}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('onboarding.not_found')
  return detailOf(rows[0], { side: sideOf(ctx), lang: ctx.lang })
}
