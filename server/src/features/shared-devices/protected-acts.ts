import type { AskedAct } from '@tablewire/contracts/identity/shared-devices.rules'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'

type Input = { params?: { id?: string }; body?: { override?: boolean; content?: string; partySize?: number } }
type Judge = (ctx: Ctx, input: Input) => boolean | Promise<boolean>

const always: Judge = () => true
const overbooks: Judge = (_ctx, { body }) => body?.override === true
/** Letters and signs that are drawn as nothing: fillers, and the empty braille cell. */
const unseen = /[\p{Default_Ignorable_Code_Point}\u2800]/gu
/** A note of a shift is taken back by saving nothing, or what nobody can read. */
const emptiesNote: Judge = (_ctx, { body }) =>
  body?.content !== undefined && !/[\p{L}\p{N}\p{S}]/u.test(body.content.replaceAll(unseen, ''))
const enlarges: Judge = async (ctx, { params, body }) => {
  if (body?.partySize === undefined || params?.id === undefined) return false
  const now = await ctx.db
    .selectFrom('reservations')
    .select('partySize')
    .where('id', '=', params.id)
    .where(inScope(ctx, 'venueId'))
    .executeTakeFirst()
  return now !== undefined && body.partySize > now.partySize
}

/** The one place that says which calls are acts a venue may protect on its shared tablets. */
const judges: Readonly<Record<string, readonly (readonly [AskedAct, Judge])[]>> = {
  'reservations.create': [['overbook', overbooks]],
  'reservations.update': [
    ['overbook', overbooks],
    ['larger_party', enlarges],
  ],
  'reservations.reopen': [['overbook', overbooks]],
  'waitlist.move': [['overbook', overbooks]],
  'reservations.export': [['export', always]],
  'shiftNotes.save': [['delete_note', emptiesNote]],
  'tables.block': [['block_table', always]],
  'tables.unblock': [['block_table', always]],
  'sharedDevices.leave': [['leave', always]],
}

/** What of that the call is, by the rules of its venue. */
export const protectedActsOf = async (
  ctx: Ctx,
  { id, input, guarded }: { id: string; input: object; guarded: () => Promise<readonly AskedAct[]> },
): Promise<AskedAct[]> => {
  const known = judges[id]
  if (!known) return []
  const here = new Set<AskedAct>([...(await guarded()), 'leave'])
  const found: AskedAct[] = []
  for (const [act, judge] of known) if (here.has(act) && (await judge(ctx, input))) found.push(act)
  return found
}
