import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { newId, newReference } from '#src/platform/id.ts'
import { type Contact, maskedEmail, maskedPhone } from './guest-contact.ts'
import { sideOf } from './reservation-history.ts'

/** A reservation of a file, judged and placed. */
export type ImportedReservation = {
  line: number
  /** The row by its own number, or by all it says. */
  key: string
  status: Status
  partySize: number
  startsAt: string
  endsAt: string
  startsLocal: string
  serviceOn: string
  areaId: string
  pacingAt: string
  pacingUntil: string
  coversMax: number | null
  partiesMax: number | null
  channelId: string | null
  channelReference: string | null
  contact: Contact
  notes: string | null
  tags: readonly string[]
  createdAt: string
  canceledAt: string | null
  cancelReason: string | null
}
type Batch = { id: string; venueId: string; systemId: string | null; bookVersion: number; fileName: string }

type GuestRecord = { id: string; firstName: string; lastName: string; email: string | null; phone: string | null }
type Addressed = Omit<GuestRecord, 'id'>
/** By e-mail and name, else by phone and name where one of both has no e-mail: as `find-guest.ts` has it. */
const finder = (known: readonly GuestRecord[]) => {
  const byEmail = new Map<string, string>()
  const byPhone = new Map<string, GuestRecord[]>()
  const keyOf = (key: string, { firstName, lastName }: Addressed): string => `${key} ${firstName} ${lastName}`.toLowerCase()
  const add = (guest: GuestRecord): void => {
    const { email, phone } = guest
    if (email !== null && !byEmail.has(keyOf(email, guest))) byEmail.set(keyOf(email, guest), guest.id)
    if (phone !== null) byPhone.set(keyOf(phone, guest), [...(byPhone.get(keyOf(phone, guest)) ?? []), guest])
  }
  for (const guest of known) add(guest)
  const find = (contact: Contact): string | undefined =>
    (contact.email === null ? undefined : byEmail.get(keyOf(contact.email, contact))) ??
    (contact.phone === null
      ? undefined
      : byPhone.get(keyOf(contact.phone, contact))?.find((guest) => guest.email === null || contact.email === null)?.id)
  return { add, find }
}

/** Upserts the guests of these rows; what staff know of a guest stays. One for each row, null without e-mail and phone. */
const guestsOf = async (ctx: Ctx, { id: batchId, venueId }: Batch, rows: readonly ImportedReservation[]): Promise<(string | null)[]> => {
  const contacts = rows.map(({ contact }) => contact)
  const emails = [...new Set(contacts.flatMap(({ email }) => email?.toLowerCase() ?? []))]
  const phones = [...new Set(contacts.flatMap(({ phone }) => phone ?? []))]
  if (!emails.length && !phones.length) return contacts.map(() => null)
  // One order of locking, so that two imports cannot deadlock.
  const turns = [...new Set(contacts.flatMap(({ email, phone }) => email?.toLowerCase() ?? phone ?? []))].toSorted()
  await sql`select pg_advisory_xact_lock(hashtextextended(${venueId} || ' ' || turn, 4712)) from unnest(${turns}::text[]) as turn`.execute(
    ctx.db,
  )
  const { rows: known } = await sql<GuestRecord>`
    select id, first_name, last_name, email, phone from guests where venue_id = ${venueId} and lower(email) = any(${emails}::text[])
    union select id, first_name, last_name, email, phone from guests where venue_id = ${venueId} and phone = any(${phones}::text[])`.execute(
    ctx.db,
  )
  const { add, find } = finder(known)
  const fresh: object[] = []
  const ids = contacts.map((contact) => {
    if (contact.email === null && contact.phone === null) return null
    const found = find(contact)
    if (found !== undefined) return found
    const { email, phone, firstName, lastName, lang } = contact
    const id = newId()
    fresh.push({ id, firstName, lastName, email, phone, lang })
    add({ id, firstName, lastName, email, phone })
    return id
  })
  if (fresh.length)
    await sql`
      insert into guests (venue_id, id, first_name, last_name, email, phone, lang, created_at, import_batch_id)
      select ${venueId}, g.id, g."firstName", g."lastName", g.email, g.phone, g.lang, ${ctx.clock().toString()}::timestamptz, ${batchId}
      from jsonb_to_recordset(${JSON.stringify(fresh)}::jsonb) as g (id uuid, "firstName" text, "lastName" text, email text, phone text, lang text)`.execute(
      ctx.db,
    )
  return ids
}

const flat = ({ contact, ...row }: ImportedReservation, guestId: string | null) => ({
  ...row,
  ...contact,
  guestId,
  id: newId(),
  reference: newReference(),
  maskedEmail: maskedEmail(contact.email),
  maskedPhone: maskedPhone(contact.phone),
})

/**
 * Bulk insert of an import's rows with their guests and the first event of their history, in three statements whatever their number. A row whose key
 * the venue has already is skipped. Returns the lines that were imported, with their ids. Must run inside `transaction()`.
 */
export const insertImported = async (
  ctx: Ctx,
  batch: Batch,
  rows: readonly ImportedReservation[],
): Promise<{ line: number; id: string }[]> => {
  if (!rows.length) return []
  const guests = await guestsOf(ctx, batch, rows)
  const values = JSON.stringify(rows.map((row, index) => flat(row, guests[index]!)))
  const { actor } = ctx
  const now = ctx.clock().toString()
  const { rows: written } = await sql<{ line: number; id: string }>`
    with given as materialized (
      select * from jsonb_to_recordset(${values}::jsonb) as r (id uuid, line integer, key text, reference text, status text, "partySize" integer,
        "startsAt" timestamptz, "endsAt" timestamptz, "startsLocal" timestamp, "serviceOn" date, "areaId" uuid, "pacingAt" timestamptz, "pacingUntil" timestamptz,
        "coversMax" integer, "partiesMax" integer, "channelId" uuid, "channelReference" text, "guestId" uuid, "firstName" text, "lastName" text, email text,
        phone text, lang text, notes text, tags text[], "createdAt" timestamptz, "canceledAt" timestamptz, "cancelReason" text, "maskedEmail" text, "maskedPhone" text)
    ), written as (
      insert into reservations (venue_id, id, reference, status, party_size, starts_at, ends_at, starts_local, service_on, area_id, pacing_at, pacing_until, covers_max,
        parties_max, book_version, source, channel_id, system_id, channel_reference, guest_id, guest_first_name, guest_last_name, guest_email, guest_phone, guest_lang,
        notes, tags, cancel_reason, canceled_at, import_batch_id, import_key, import_line, created_at, updated_at)
      select ${batch.venueId}, g.id, g.reference, g.status, g."partySize", g."startsAt", g."endsAt", g."startsLocal", g."serviceOn", g."areaId", g."pacingAt", g."pacingUntil",
        g."coversMax", g."partiesMax", ${batch.bookVersion}, 'import', g."channelId", ${batch.systemId}, g."channelReference", g."guestId", g."firstName", g."lastName", g.email,
        g.phone, g.lang, g.notes, g.tags, g."cancelReason", g."canceledAt", ${batch.id}, g.key, g.line, g."createdAt", ${now}::timestamptz
      from given g order by g.line
      on conflict (venue_id, import_key) where import_key is not null do nothing
      returning id, import_line
    ), told as (
      insert into reservation_events (venue_id, reservation_id, id, kind, to_status, side, actor_kind, actor_id, actor_name, after, at)
      select ${batch.venueId}, w.id, w.id, 'booked', g.status, ${sideOf(ctx)}, ${actor.kind}, ${actor.id}, ${actor.name},
        jsonb_build_object('status', g.status, 'startsAt', g."startsAt", 'partySize', g."partySize", 'firstName', g."firstName", 'lastName', g."lastName",
          'email', g."maskedEmail", 'phone', g."maskedPhone", 'import', ${batch.fileName}::text, 'line', g.line), ${now}::timestamptz
      from written w join given g on g.id = w.id
    )
    select import_line as line, id from written`.execute(ctx.db)
  return written
}

/** Which of these keys the venue has already. */
export const knownKeys = async (ctx: Ctx, venueId: string, keys: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ key: string }>`
    select import_key as key from reservations where venue_id = ${venueId} and import_key = any(${[...keys]}::text[])`.execute(ctx.db)
  return new Set(rows.map(({ key }) => key))
}

/** Who is expected at these instants and has a name or an address, as `instant|name` and `instant|e-mail` in lower case. */
export const guestsAt = async (ctx: Ctx, venueId: string, instants: readonly string[]): Promise<Set<string>> => {
  const { rows } = await sql<{ at: string; name: string; email: string | null }>`
    select starts_at as at, lower(guest_first_name || ' ' || guest_last_name) as name, lower(guest_email) as email from reservations
    where venue_id = ${venueId} and starts_at = any(${[...instants]}::timestamptz[]) and status not in ('held', 'expired')`.execute(ctx.db)
  return new Set(
    rows.flatMap(({ at, name, email }) => [...(name.trim() ? [`${at}|${name.trim()}`] : []), ...(email ? [`${at}|${email}`] : [])]),
  )
}

/** Touched = changed, or with an entry in its history, since the import. */
const untouched = sql`r.version = 1 and not exists (
  select from reservation_events e where e.venue_id = r.venue_id and e.reservation_id = r.id and e.id <> r.id)`

/** Imported reservations that people changed since: the first few by reference, and how many. */
export const changedSince = async (ctx: Ctx, batchId: string): Promise<{ count: number; rows: { line: number; reference: string }[] }> => {
  const { rows } = await sql<{ line: number; reference: string; count: number }>`
    select r.import_line as line, r.reference, count(*) over ()::integer as count from reservations r
    where r.import_batch_id = ${batchId} and not (${untouched}) order by r.import_line limit 10000`.execute(ctx.db)
  return { count: rows[0]?.count ?? 0, rows: rows.map(({ line, reference }) => ({ line, reference })) }
}

/** Of these reservations, those an undo of their import would leave as they are. */
export const changedAmong = async (ctx: Ctx, batchId: string, ids: readonly string[]): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    select r.id from reservations r where r.import_batch_id = ${batchId} and r.id = any(${[...ids]}::uuid[]) and not (${untouched})`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

/** What of an import is still here. */
export const importedHere = async (ctx: Ctx, batchId: string): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`select id from reservations where import_batch_id = ${batchId}`.execute(ctx.db)
  return rows.map(({ id }) => id)
}

/** Deletes some untouched reservations of an import that is being undone, with their history; returns how many. 0 = no more. */
export const removeImported = async (ctx: Ctx, batchId: string, most: number): Promise<number> => {
  const { rows } = await sql<{ venueId: string; id: string }>`
    select r.venue_id, r.id from reservations r where r.import_batch_id = ${batchId} and ${untouched}
    order by r.import_line limit ${most} for update`.execute(ctx.db)
  if (!rows.length) return 0
  const ids = rows.map(({ id }) => id)
  const venueIds = rows.map(({ venueId }) => venueId)
  // Optimistic lock: `untouched` was read before the rows were locked; one changed meanwhile stays, as its version shows.
  await sql`delete from reservation_events e using reservations r
      join unnest(${venueIds}::uuid[], ${ids}::uuid[]) as w (venue_id, id) on w.venue_id = r.venue_id and w.id = r.id
    where e.venue_id = w.venue_id and e.reservation_id = w.id and r.version = 1`.execute(ctx.db)
  await sql`delete from reservations r using unnest(${venueIds}::uuid[], ${ids}::uuid[]) as w (venue_id, id)
    where r.venue_id = w.venue_id and r.id = w.id and r.version = 1`.execute(ctx.db)
  return ids.length
}

/** The venues an import brought reservations to. */
export const broughtTo = async (ctx: Ctx, batchId: string): Promise<string[]> => {
  const { rows } = await sql<{ venueId: string }>`select distinct venue_id from reservations where import_batch_id = ${batchId}`.execute(
    ctx.db,
  )
  return rows.map(({ venueId }) => venueId)
}

/** The guests an import made and nobody has booked for since. */
export const removeImportedGuests = async (ctx: Ctx, batchId: string): Promise<number> => {
  const removed = await sql`
    delete from guests g where g.import_batch_id = ${batchId}
      and not exists (select from reservations r where r.venue_id = g.venue_id and r.guest_id = g.id)`.execute(ctx.db)
  return Number(removed.numAffectedRows ?? 0n)
}
