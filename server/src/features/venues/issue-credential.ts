import type { Holder } from '@tablewire/contracts/identity/access'
import { createUser, lockUserInScope, renewPassword, requireBelow, userById } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newSecret } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { sql } from 'kysely'
import { venueIdOf } from './venue-ref.ts'
import { readVenue } from './venue-view.ts'

const daily: Holder['permissions'] = ['reservations', 'profileManagement', 'channelManagement', 'analytics', 'venues', 'notifications']

/** What the venue's own login may do: the daily work, and nothing that whoever hands it out may not do. */
const permissionsFor = async (ctx: Ctx): Promise<Holder['permissions']> => {
  if (ctx.actor.kind !== 'user' || ctx.ability.can('manage', 'venues')) return daily
  const { permissions } = await userById(ctx, ctx.actor.id)
  return daily.filter((permission) => permissions.includes(permission))
}

/** Nobody signs in anew for a venue that is given up; who had its sign-in keeps it. */
const requireKept = async (ctx: Ctx, venueId: string): Promise<void> => {
  if ((await readVenue(ctx, venueId)).archivedAt !== null) throw new Problem('venue.archived')
}

/** The account that is the venue's own sign-in, with the venue locked, so that two who ask at once do not both make one. */
const accountOf = async (ctx: Ctx, venueId: string): Promise<string | null> => {
  const { rows } = await sql<{
    userId: string | null
  }>`select access_user_id as user_id from venues where id = ${venueId} for update`.execute(ctx.db)
  return rows[0]!.userId
}

/** Letters that do not come apart into a plain one and its mark. */
const letters: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', ł: 'l', đ: 'd', ð: 'd', þ: 'th', ı: 'i' }

/** `Café d’Été – Kreuzberg` → `cafe-dete-kreuzberg`: what any keyboard has, as many whole words as there is room for. */
const typeable = (text: string, longest: number): string => {
  const plain = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[\p{M}'’ʼ`]/gu, '')
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => letters[letter]!)
  const [first = '', ...words] = plain.split(/[^a-z0-9]+/).filter(Boolean)
  return words.reduce((said, word) => (said.length + 1 + word.length > longest ? said : `${said}-${word}`), first.slice(0, longest))
}

type VenueLabel = { id: string; name: string; city: string | null }

/** From the most readable to one that nobody else can have; a name in another script is not typed at every till. */
const namesFor = ({ id, name, city }: VenueLabel): string[] => {
  const [own, place] = [typeable(name, 24), typeable(city ?? '', 16)]
  const far = own && place && !own.endsWith(place) ? `${own}-${place}` : own || place
  const numbered = far ? Array.from({ length: 98 }, (_, at) => `${far}-${at + 2}`) : []
  return [...new Set([own, far])].filter(Boolean).concat(numbered, id)
}

/**
 * The address of a venue's own sign-in, short enough to be typed at a till. Nobody reads mail there: it only has to be one of a kind, and `venue-` keeps
 * it apart from people's mailboxes at the same domain.
 */
const freeVenueAddress = async (ctx: Ctx, venue: VenueLabel): Promise<string> => {
  const domain = oneAddress(ctx.ports.config.mailFrom).address.split('@')[1]!
  const addresses = namesFor(venue).map((name) => `venue-${name}@${domain}`)
  // Two venues of one name that ask at once take turns.
  await sql`select pg_advisory_xact_lock(hashtextextended(${addresses[0]!}, 4715))`.execute(ctx.db)
  const taken = await ctx.db.selectFrom('users').select('email').where('email', 'in', addresses).execute()
  return addresses.find((address) => !taken.some(({ email }) => email === address))!
}

/** A manager's account that sees this venue alone. Only the hash of its password is kept, and with the first sign-in another one is chosen. */
const openAccount = async (ctx: Ctx, venueId: string, password: string): Promise<string> => {
  const venue = await readVenue(ctx, venueId)
  const email = await freeVenueAddress(ctx, venue)
  const userId = await createUser(ctx, {
    firstName: venue.name.slice(0, 80),
    lastName: 'Login',
    roles: ['ROLE_MANAGER'],
    email,
    password,
    oneTime: true,
    permissions: await permissionsFor(ctx),
    companyId: venue.companyId,
    venues: [venueId],
  })
  await ctx.db.updateTable('venues').set({ accessUserId: userId }).where('id', '=', venueId).execute()
  return email
}

const newPassword = (): string => newSecret().slice(0, 24)

const auditIssue = (ctx: Ctx, venueId: string, after: { email: string; first: boolean }): Promise<unknown> =>
  audit(ctx, { action: 'venue.credential_issued', subject: 'venue', subjectId: venueId, venueId, after })

/** VE3: the sign-in of one venue. Whoever only looks ends nothing: where there is one, it is named, and its password stays what it is. */
export const venueAccess = async (ctx: Ctx, ref: string): Promise<{ email: string; password: string | null; used: boolean }> =>
  transaction(ctx, async (inner) => {
    const id = await venueIdOf(inner, ref)
    const known = await accountOf(inner, id)
    if (known) {
      await requireMine(inner, known, await permissionsFor(inner))
      const { email, passwordOneTime } = await userById(inner, known)
      return { email, password: null, used: !passwordOneTime }
    }
    await requireKept(inner, id)
    const password = newPassword()
    const email = await openAccount(inner, id, password)
    await auditIssue(inner, id, { email, first: true })
    return { email, password, used: false }
  })

/** VE3: a new password for that sign-in; whatever was signed in with the one before ends. */
export const issueCredential = async (ctx: Ctx, ref: string): Promise<{ email: string; password: string }> =>
  transaction(ctx, async (inner) => {
    const id = await venueIdOf(inner, ref)
    const known = await accountOf(inner, id)
    await requireKept(inner, id)
    const password = newPassword()
    const permissions = await permissionsFor(inner)
    if (known) await requireMine(inner, known, permissions)
    const email = known ? await renewPassword(inner, known, { password, permissions }) : await openAccount(inner, id, password)
    await auditIssue(inner, id, { email, first: known === null })
    return { email, password }
  })

/**
 * The account may have been given more since: other venues, or another role. Its password would then open what the caller may not, so it is handed out
 * to nobody who does not keep that account himself.
 */
const requireMine = async (ctx: Ctx, userId: string, permissions: Holder['permissions']): Promise<void> => {
  if (ctx.actor.kind !== 'user') return
  const user = await lockUserInScope(ctx, userId).catch((error: unknown) => {
    throw error instanceof Problem && error.code === 'user.not_found' ? new Problem('user.above') : error
  })
  // Its own areas are replaced by these; its roles stay.
  requireBelow(ctx, { ...user, permissions: [...permissions] })
}
