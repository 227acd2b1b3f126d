import type { StoredGuest } from '@tablewire/contracts/booking/guest-data'
import { sql } from 'kysely'
import { guestKeyOf } from '#src/features/guest-messages/api.ts'
import { builtInSystemId } from '#src/features/venues/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { bookingsOf, type Contact, guestsNamed, toCome, waitingNamed } from './find-bookings.ts'

type Venue = StoredGuest['venues'][number]
type OfVenue<Row> = Row & { venueId: string }
type Guest = OfVenue<Venue['guests'][number]>
type Waiting = OfVenue<Venue['waitlist'][number]>
type Booking = OfVenue<Venue['bookings'][number]>

const instant = (at: string): string => new Date(at).toISOString()

const guestsOf = async (ctx: Ctx, contact: Contact): Promise<Guest[]> => {
  const { rows } = await sql<Guest>`
    select g.venue_id as "venueId", g.first_name as "firstName", g.last_name as "lastName", g.email, g.phone, g.lang, g.tags || p.tags as tags, g.notes,
      p.allergies, p.preferences, g.opt_in_consent as "optIn", g.created_at as "createdAt",
      coalesce((select json_agg(json_build_object('content', n.content, 'authorName', n.author_name, 'writtenAt', n.written_at) order by n.written_at)
        from guest_notes n where n.guest_id = g.id), '[]') as written
    from (${guestsNamed(ctx, contact)}) g join guest_profiles p on p.guest_id = g.id order by g.created_at, g.id`.execute(
    ctx.db.withoutPlugins(),
  )
  return rows.map((row) => ({ ...row, written: row.written.map((note) => ({ ...note, writtenAt: instant(note.writtenAt) })) }))
}

const waitingOf = async (ctx: Ctx, contact: Contact): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select w.venue_id as "venueId", w.service_on::text as day, w.status, w.party_size as "partySize", w.first_name as "firstName", w.last_name as "lastName",
      w.email, w.phone, w.notes, w.joined_at as "joinedAt"
    from (${waitingNamed(ctx, contact)}) w order by w.joined_at, w.id`.execute(ctx.db.withoutPlugins())
  return rows
}

const storedBookings = async (ctx: Ctx, contact: Contact): Promise<Booking[]> => {
  const { rows } = await sql<Booking>`
    select r.venue_id as "venueId", r.id, r.reference, r.status, r.starts_local as "startsLocal", r.party_size as "partySize", r.guest_first_name as "firstName",
      r.guest_last_name as "lastName", r.guest_email as email, r.guest_phone as phone, r.guest_lang as lang, r.guest_address as address, r.notes, r.tags,
      c.name as channel, r.channel_reference as "channelReference", s.name as system, r.created_at as "createdAt", ${toCome(ctx)} as "toCome",
      case when r.guest_opt_in then json_build_object('at', coalesce(w.opt_in_at, r.created_at), 'words', w.opt_in_text, 'edition', w.opt_in_edition,
        'lang', coalesce(w.lang, r.guest_lang), 'place', w.opt_in_place) end as consent,
      coalesce((select json_agg(json_build_object('kind', m.kind, 'state', m.state, 'queuedAt', m.queued_at, 'answer', m.answer, 'said', m.said) order by m.queued_at)
        from guest_messages m where m.venue_id = r.venue_id and m.reservation_id = r.id), '[]') as messages,
      coalesce((select json_agg(json_build_object('source', v.source, 'rating', v.rating::float8, 'content', v.content, 'publishedAt', v.published_at))
        from reviews v where v.venue_id = r.venue_id and v.reservation_id = r.id), '[]') as reviews
    from (${bookingsOf(ctx, contact)}) b join reservations r on r.venue_id = b.venue_id and r.id = b.id
      left join channels c on c.id = r.channel_id left join systems s on s.id = r.system_id and s.id <> ${builtInSystemId}
      left join widget_bookings w on w.venue_id = r.venue_id and w.reservation_id = r.id
    order by r.starts_at desc, r.id`.execute(ctx.db.withoutPlugins())
  return rows
}

const exact = (booking: Booking) => {
  const { consent, messages, reviews, ...rest } = booking
  return {
    ...rest,
    consent: consent && { ...consent, at: consent.at && instant(consent.at) },
    messages: messages.map((one) => ({ ...one, queuedAt: instant(one.queuedAt) })),
    reviews: reviews.map((one) => ({ ...one, publishedAt: instant(one.publishedAt) })),
  }
}

/** GDPR article 15: what is stored about a guest, as it is stored. That somebody looked stands in the audit, not for whom. */
export const lookUpGuest = async (ctx: Ctx, contact: Contact): Promise<StoredGuest> => {
  const [guests, bookings, waiting] = await Promise.all([guestsOf(ctx, contact), storedBookings(ctx, contact), waitingOf(ctx, contact)])
  const ids = [...new Set([...guests, ...bookings, ...waiting].map(({ venueId }) => venueId))]
  if (!ids.length) throw new Problem('guest.not_found')
  const venues = await ctx.db
    .selectFrom('venues')
    .select(['id', 'name', 'timeZone', 'companyId'])
    .where('id', 'in', ids)
    .orderBy('name')
    .orderBy('id')
    .execute()
  const mails = [
    ...new Set([contact.email, ...[...guests, ...bookings, ...waiting].map(({ email }) => email)].flatMap((email) => email ?? [])),
  ]
  const keys = mails.flatMap((email) => ids.map((id) => guestKeyOf(id, email)))
  const refusals = keys.length
    ? await ctx.db
        .selectFrom('guestRefusals')
        .select(['venueId', 'kind'])
        .where('venueId', 'in', ids)
        .where('guestKey', 'in', keys)
        .execute()
    : []
  await transaction(ctx, async (inner) => {
    for (const venue of venues)
      await audit(inner, {
        action: 'guest.looked_up',
        subject: 'guest',
        subjectId: null,
        venueId: venue.id,
        after: { bookings: bookings.filter(({ venueId }) => venueId === venue.id).length },
      })
  })
  return {
    at: ctx.clock().toString(),
    venues: venues.map(({ id, name, timeZone }) => {
      const here = <Row extends { venueId: string }>(rows: readonly Row[]): Row[] => rows.filter(({ venueId }) => venueId === id)
      return {
        id,
        name,
        timeZone,
        guests: here(guests),
        refuses: [...new Set(here(refusals).map(({ kind }) => kind))],
        bookings: here(bookings).map(exact),
        waitlist: here(waiting),
      }
    }),
  }
}
