import type { GuestProfile, guests } from '@tablewire/contracts/booking/guests'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import { guestKeyOf, refuseMails } from '#src/features/guest-messages/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { contactsOf, readProfile } from './guest-profile.ts'
import { cardsOf, lockPeople, type Person, requirePerson } from './guest-rows.ts'

type Patch = Received<typeof guests.update>['body']

/** Every screen that shows one of his bookings looks again. */
export const tell = async (ctx: Ctx, { venueId, id }: Person): Promise<void> => {
  const { rows } = await sql<{ id: string }>`
    select r.id from ${cardsOf(sql`${id}::uuid`)} m join reservations r on r.venue_id = m.venue_id and r.guest_id = m.guest_id
    where r.ends_at > ${ctx.clock().toString()}::timestamptz - interval '1 day' order by r.starts_at limit 5`.execute(ctx.db)
  for (const row of rows) await ctx.ports.live.publish(ctx, { type: 'reservation', venueId, id: row.id, kind: 'changed' })
}

const unlike = (said: readonly string[]): string[] => [...new Map(said.map((one) => [one.toLowerCase(), one])).values()]

/** What is taken off is taken off all his addresses, what is new stands at the first. */
const saveWords = async (
  ctx: Ctx,
  person: Person,
  { column, wanted, had }: { column: 'tags' | 'allergies'; wanted: readonly string[]; had: readonly string[] },
): Promise<void> => {
  const gone = had.filter((one) => !wanted.includes(one))
  const fresh = unlike(wanted).filter((one) => !had.includes(one))
  const name = sql.ref(column)
  await sql`
    update guest_profiles p set ${name} = array(select said from unnest(p.${name}) said where said <> all(${gone}::text[]))
      || case when p.guest_id = ${person.id}::uuid then ${fresh}::text[] else '{}' end
    where p.guest_id = ${person.id} or p.person_id = ${person.id}`.execute(ctx.db)
}

const linesOf = (said: string | null): string[] =>
  (said ?? '')
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** Each address keeps those of its lines that still stand, and what is new stands at the first: so each has its own again when they are parted. */
const saveWishes = async (ctx: Ctx, { id }: Person, wanted: string | null): Promise<void> => {
  const { rows } = await sql<{ guestId: string; preferences: string | null }>`
    select m.guest_id, m.preferences from ${cardsOf(sql`${id}::uuid`)} m`.execute(ctx.db)
  const others = rows.filter(({ guestId, preferences }) => guestId !== id && preferences !== null)
  const lines = linesOf(wanted)
  const keptOf = (said: string | null): string[] => linesOf(said).filter((line) => lines.some((one) => one.includes(line)))
  const known = rows.flatMap(({ preferences }) => linesOf(preferences))
  const own = rows.find(({ guestId }) => guestId === id)?.preferences ?? null
  // Alone it stands as it was written.
  const first = others.length ? [...keptOf(own), ...lines.filter((line) => !known.includes(line))].join('\n') : (wanted?.trim() ?? '')
  for (const [guestId, said] of [[id, first] as const, ...others.map((one) => [one.guestId, keptOf(one.preferences).join('\n')] as const)])
    await ctx.db
      .updateTable('guestProfiles')
      .set({ preferences: said || null })
      .where('guestId', '=', guestId)
      .execute()
}

const refuse = async (ctx: Ctx, { venueId }: Person, profile: GuestProfile): Promise<void> => {
  const contacts = contactsOf(profile.cards)
  if (!contacts.length) throw new Problem('guest.no_address')
  for (const contact of contacts) await refuseMails(ctx, { venueId, guestKey: guestKeyOf(venueId, contact), kind: 'marketing' })
}

/** The audit keeps that it changed and by whom, not what he may not eat: it outlives him. */
const told = ({ tags, allergies, preferences, consent }: GuestProfile) => ({
  tags: tags.length,
  allergies: allergies.length,
  preferences: preferences?.length ?? 0,
  consent: consent.state,
})

export const changeGuest = (ctx: Ctx, guestId: string, { version, ...patch }: Patch): Promise<GuestProfile> =>
  transaction(ctx, async (inner) => {
    const { venueId } = await requirePerson(inner, guestId)
    await lockPeople(inner, venueId)
    const before = await readProfile(inner, guestId)
    const person = { id: before.id, venueId }
    if (before.version !== version) throw new Problem('guest.changed_meanwhile')
    if (patch.tags) await saveWords(inner, person, { column: 'tags', wanted: patch.tags, had: before.tags })
    if (patch.allergies) await saveWords(inner, person, { column: 'allergies', wanted: patch.allergies, had: before.allergies })
    if (patch.preferences !== undefined) await saveWishes(inner, person, patch.preferences)
    if (patch.refuses) await refuse(inner, person, before)
    await sql`update guest_profiles set version = version + 1 where guest_id = ${person.id}`.execute(inner.db)
    const after = await readProfile(inner, guestId)
    await audit(inner, {
      action: 'guest.updated',
      subject: 'guest',
      subjectId: person.id,
      venueId,
      before: told(before),
      after: told(after),
    })
    await tell(inner, person)
    return after
  })

export const addNote = (ctx: Ctx, guestId: string, content: string): Promise<GuestProfile> =>
  transaction(ctx, async (inner) => {
    const { id, venueId } = await requirePerson(inner, guestId)
    const note = { id: newId(), venueId, guestId, content: content.trim(), authorId: inner.actor.id, authorName: inner.actor.name }
    await inner.db
      .insertInto('guestNotes')
      .values({ ...note, writtenAt: inner.clock().toString() })
      .execute()
    await audit(inner, { action: 'guest.note_added', subject: 'guest', subjectId: id, venueId })
    return readProfile(inner, guestId)
  })

export const removeNote = (ctx: Ctx, guestId: string, noteId: string): Promise<GuestProfile> =>
  transaction(ctx, async (inner) => {
    const { id, venueId } = await requirePerson(inner, guestId)
    const { numAffectedRows } = await sql`
      delete from guest_notes n where n.id = ${noteId} and n.guest_id in (select m.guest_id from ${cardsOf(sql`${id}::uuid`)} m)`.execute(
      inner.db,
    )
    if (!numAffectedRows) throw new Problem('guest.not_found')
    await audit(inner, { action: 'guest.note_removed', subject: 'guest', subjectId: id, venueId })
    return readProfile(inner, guestId)
  })
