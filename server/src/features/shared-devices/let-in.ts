import type { DeviceHere, LetIn } from '@tablewire/contracts/identity/shared-devices'
import type { AskedAct } from '@tablewire/contracts/identity/shared-devices.rules'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newSecret, secretHash } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { requireDevice } from './on-device.ts'
import { countTry } from './pin-tries.ts'
import { pinMatches } from './pins.ts'
import { lifeSeconds, rulesOf } from './rules.ts'
import { type Member, teamOf } from './team.ts'

/** An approval is given standing there. */
const approvalSeconds = 120

export const deviceHere = async (ctx: Ctx): Promise<DeviceHere> => {
  const { device } = requireDevice(ctx)
  const [venue, { stay, protectedActs }, team] = await Promise.all([
    ctx.db.selectFrom('venues').select('name').where('id', '=', device.venueId).executeTakeFirstOrThrow(),
    rulesOf(ctx, device.venueId),
    teamOf(ctx, device.venueId),
  ])
  const people = team.flatMap(({ id, name, approves, pinSet }) => (pinSet ? [{ id, name, approves }] : []))
  return { id: device.id, name: device.name, venueId: device.venueId, venueName: venue.name, rules: { stay, protectedActs }, people }
}

type Shown = { personId: string; pin: string }

/** The member whose PIN this is. Counted before it is looked at; a stranger's id is a wrong PIN like any other. */
const provenMember = async (ctx: Ctx, { personId, pin }: Shown): Promise<Member> => {
  const { device } = requireDevice(ctx)
  const [member] = await teamOf(ctx, device.venueId, personId)
  const tried = await countTry(ctx, { deviceId: device.id, personId: member?.id })
  const right = member ? await pinMatches(ctx, personId, pin) : false
  if (member && right === undefined) {
    await tried.none()
    throw new Problem('pin.missing')
  }
  if (!member || !right) {
    const { lockedUntil } = tried
    const after = { person: member?.name ?? '', wrong: tried.wrong, ...(lockedUntil ? { lockedUntil } : {}) }
    await audit(ctx, { action: 'pin.refused', subject: 'user', subjectId: personId, venueId: device.venueId, after })
    throw new Problem('pin.wrong').with({ wrong: tried.wrong, lockedUntil })
  }
  await tried.right()
  return member
}

type Issued = { act?: AskedAct; digest?: string; seconds: number }
const issue = async (ctx: Ctx, { id, name }: Member, { act, digest, seconds }: Issued): Promise<LetIn> => {
  const { device } = requireDevice(ctx)
  const token = newSecret()
  const now = ctx.clock()
  const times = { issuedAt: now.toString(), expiresAt: now.add({ seconds: Math.round(seconds) }).toString() }
  await ctx.db
    .insertInto('deviceActs')
    .values({ tokenHash: secretHash(token), deviceId: device.id, userId: id, act: act ?? null, digest: digest ?? null, ...times })
    .execute()
  return { token, personId: id, name, expiresInSeconds: Math.round(seconds) }
}

const dropPerson = (ctx: Ctx, deviceId: string) =>
  ctx.db.deleteFrom('deviceActs').where('deviceId', '=', deviceId).where('act', 'is', null).execute()

/** One at a time: whoever comes next takes the place of whoever was there. */
export const letIn = async (ctx: Ctx, shown: Shown): Promise<LetIn> => {
  const { device } = requireDevice(ctx)
  const member = await provenMember(ctx, shown)
  const { stay } = await rulesOf(ctx, device.venueId)
  return transaction(ctx, async (inner) => {
    // Of two at the same moment the second takes the place of the first.
    await inner.db.selectFrom('sharedDevices').select('id').where('id', '=', device.id).forUpdate().execute()
    await dropPerson(inner, device.id)
    return issue(inner, member, { seconds: lifeSeconds(stay) })
  })
}

/** The manager had to be fetched: whoever asked for it, and was not locked out meanwhile, is let in for what is approved. */
const keepAsker = async (ctx: Ctx): Promise<void> => {
  const { device } = requireDevice(ctx)
  const { stay } = await rulesOf(ctx, device.venueId)
  const now = ctx.clock()
  const until = now.add({ seconds: Math.round(lifeSeconds(stay)) }).toString()
  await ctx.db
    .updateTable('deviceActs')
    .set({ expiresAt: until })
    .where('deviceId', '=', device.id)
    .where('act', 'is', null)
    .where('expiresAt', '>', now.subtract({ seconds: approvalSeconds }).toString())
    .where('expiresAt', '<', until)
    .execute()
}

/** For the act that was refused, and for no other. A manager may approve what he does himself: his PIN says that it is he. */
export const approve = async (ctx: Ctx, { act, digest, ...shown }: Shown & { act: AskedAct; digest: string }): Promise<LetIn> => {
  const member = await provenMember(ctx, shown)
  if (!member.approves) throw new Problem('pin.not_manager')
  await keepAsker(ctx)
  return issue(ctx, member, { act, digest, seconds: approvalSeconds })
}

export const lock = async (ctx: Ctx): Promise<{ locked: true }> => {
  const { device } = requireDevice(ctx)
  await dropPerson(ctx, device.id)
  return { locked: true }
}
