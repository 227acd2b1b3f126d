import type { OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import type { OnboardingEdit } from '@tablewire/contracts/onboarding/onboarding-fields'
import { isOpen } from '@tablewire/contracts/onboarding/onboarding.rules'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import type { OnboardingRecord } from './request-rows.ts'
import { requestInScope, requireSeen, type ScopedRequest } from './request-scope.ts'
import { readRequest } from './request-view.ts'
import { stepRequest } from './step-request.ts'

type Notes = NonNullable<OnboardingEdit['internalNotes']>
type Told = Omit<OnboardingEdit, 'version' | 'internalNotes'>

/** A side notes for itself; who runs the platform may do so for either. */
const requireOwnNotes = ({ side }: ScopedRequest, { rms, bc }: Notes): void => {
  if ((rms !== undefined && side === 'bc') || (bc !== undefined && side === 'rms')) throw new Problem('access.denied')
}

/** What differs from what is there. */
const changesOf = <T extends object>(given: T, stored: OnboardingRecord): Partial<T> =>
  Object.fromEntries(
    Object.entries(given).filter(([field, value]) => value !== undefined && value !== stored[field as keyof OnboardingRecord]),
  ) as Partial<T>

/** ON3: both partners set right what they know of the restaurant while it is open; what a side notes for itself it may note for ever. */
export const editRequest = (ctx: Ctx, id: string, { version, internalNotes = {}, ...given }: OnboardingEdit): Promise<OnboardingDetail> =>
  transaction(ctx, async (inner) => {
    const request = await requestInScope(inner, id, { lock: true })
    if (request.side === 'venue') throw new Problem('access.denied')
    requireOwnNotes(request, internalNotes)
    await requireSeen(inner, request, version)
    const told: Partial<Told> = changesOf(given, request)
    const noted = changesOf({ rmsNotes: internalNotes.rms, bcNotes: internalNotes.bc }, request)
    const fields = Object.keys(told) as (keyof Told)[]
    if (fields.length > 0 && !isOpen(request.status)) throw new Problem('onboarding.state_wrong')
    if (fields.length + Object.keys(noted).length === 0) return readRequest(inner, id)
    // The history is for all sides: of what one notes for itself nothing stands there.
    const entry = fields.length > 0 ? { entry: { kind: 'edited', data: { fields } } } : {}
    const after = await stepRequest(inner, request, {
      change: { ...told, ...noted } as Partial<Omit<OnboardingRecord, 'restaurantWord'>>,
      ...entry,
    })
    const kept = (row: OnboardingRecord) => Object.fromEntries(fields.map((field) => [field, row[field as keyof OnboardingRecord]]))
    await audit(inner, {
      action: 'onboarding.updated',
      subject: 'onboarding',
      subjectId: id,
      venueId: after.venueId,
      before: kept(request),
      after: kept(after),
    })
    return readRequest(inner, id)
  })
