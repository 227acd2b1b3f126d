import { isOpen, ownerOf, type OnboardingSide, type OnboardingStatus } from '@tablewire/contracts/onboarding/onboarding.rules'
import type { OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type { OnboardingRecord } from './request-rows.ts'
import { ofOwnRequests, sideOf } from './request-scope.ts'

type Row = OnboardingRecord & { systemName: string; channelName: string }

export const isPendingOn = (side: OnboardingSide, status: OnboardingStatus): boolean => isOpen(status) && ownerOf[status] === side

/** What one side notes for itself is for that side, and for who runs the platform. */
const notesFor = (side: OnboardingSide, { rmsNotes, bcNotes }: Row): OnboardingDetail['internalNotes'] => ({
  rms: side === 'rms' || side === 'admin' ? rmsNotes : null,
  bc: side === 'bc' || side === 'admin' ? bcNotes : null,
})

const detailOf = (row: Row, side: OnboardingSide): OnboardingDetail => {
  const { systemId, systemName, channelId, channelName, requestedAt, venueId, visibleAt, availableAt, onboardedAt, proofIsTest } = row
  return {
    ...row,
    requestDate: requestedAt,
    system: { id: systemId, name: systemName },
    channel: { id: channelId, name: channelName },
    mozrestId: venueId,
    pendingOnMe: isPendingOn(side, row.status),
    side,
    internalNotes: notesFor(side, row),
    progress: { requestedAt, visibleAt, availableAt, onboardedAt, byTestBooking: proofIsTest },
  }
}

export const readRequest = async (ctx: Ctx, id: string): Promise<OnboardingDetail> => {
  const { rows } = await sql<Row>`
    select r.*, s.name as system_name, c.name as channel_name
    from onboarding_requests r join systems s on s.id = r.system_id join channels c on c.id = r.channel_id
    where r.id = ${id} and ${ofOwnRequests(ctx)}`.execute(ctx.db)
  if (!rows[0]) throw new Problem('onboarding.not_found')
  return detailOf(rows[0], sideOf(ctx))
}
