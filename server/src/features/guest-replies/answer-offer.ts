import { abilityOf } from '@tablewire/contracts/identity/access'
import { type Letter, readLetter, hearsBy } from '#src/features/guest-messages/api.ts'
import { noteAnswered } from '#src/features/reservations/api.ts'
import { acceptOffer, declineOffer, entryOfHold, findEntry, leaveList } from '#src/features/waitlist/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { asProblem } from '#src/platform/http/errors.ts'
import type { Answered } from './answer-words.ts'

/** A place that is kept for who waits, as he answers for it. */
export type Kept = { ctx: Ctx; letter: Letter }

const noRights = abilityOf({ roles: [], permissions: [] })
export const openKept = async (base: Ctx, holdId: string): Promise<Kept | undefined> => {
  const anyone: Ctx = { ...base, ability: noRights, scope: { kind: 'all' } }
  const letter = await readLetter(anyone, holdId)
  // Its history is not erased with the guest, so it is the booking that acts.
  return letter && { ctx: { ...anyone, actor: { kind: 'anonymous', id: null, name: letter.reference } }, letter }
}

const take = async (kept: Kept, entryId: string): Promise<Answered | undefined> => {
  const { ctx, letter } = kept
  await acceptOffer(ctx, entryId)
  await noteAnswered(ctx, letter, 'confirmed')
  // The booking that it became is told by a text of its own, where the venue has it so.
  return (await hearsBy(ctx, letter, 'booked')) === 'text' ? undefined : 'taken'
}
const passOn = async ({ ctx, letter }: Kept, entryId: string, leaves: boolean): Promise<Answered> => {
  await (leaves ? leaveList(ctx, entryId) : declineOffer(ctx, entryId))
  await noteAnswered(ctx, letter, 'canceled')
  return 'passed'
}

/** Takes or passes on what was offered, by the code of the guest's page; undefined = nothing is written back. */
export const answerOffer = async (kept: Kept, reply: 'comes' | 'cancel'): Promise<Answered | undefined> => {
  const { ctx, letter } = kept
  const id = await entryOfHold(ctx, letter.id)
  const entry = id === undefined ? undefined : await findEntry(ctx, id)
  if (!entry) return 'gone'
  const atDoor = entry.kind === 'door'
  try {
    if (reply === 'cancel') return await passOn(kept, entry.id, atDoor)
    if (!atDoor) return await take(kept, entry.id)
  } catch (error) {
    // Too late, or done already by somebody of the house.
    if (!/^(hold|waitlist|slot|venue)\./.test(asProblem(error)?.code ?? '')) throw error
    return 'gone'
  }
  if (entry.status !== 'ready') return 'gone'
  await noteAnswered(ctx, letter, 'confirmed')
  return undefined
}
