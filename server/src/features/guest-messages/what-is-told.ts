import { sql } from 'kysely'
import type { GuestNotification, MessageKey } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Way } from './choose-port.ts'
import type { Letter } from './read-letter.ts'

/** What a message by that way says of the booking, as a key: a text has no room for the area, and no calendar for the end. */
export const toldBy = ({ ports }: Ctx, letter: Letter, { port }: Pick<Way, 'port'>): string => {
  const { status, startsAt, endsAt, partySize, areaId, guestFirstName, guestLastName, guestLang, guestEmail, guestPhone } = letter
  const facts = [port, status, Date.parse(startsAt), partySize, guestFirstName, guestLastName, guestLang]
  const more = port === 'mail' ? [Date.parse(endsAt), areaId, guestEmail] : [guestPhone]
  return ports.secrets.sign('guest message', JSON.stringify([...facts, ...more]))
}

type Last = { kind: GuestNotification['notice']; told: string }
const lastTold = async ({ db }: Ctx, { venueId, id }: Letter): Promise<Last | undefined> => {
  const { rows } = await sql<Last>`
    select m.kind, m.told from guest_messages m where m.venue_id = ${venueId} and m.reservation_id = ${id} and m.state in ('sent', 'delivered')
    order by m.queued_at desc, m.id desc limit 1`.execute(db)
  return rows[0]
}

/** Another change came after it, whose message says how it all stands. */
const isOvertaken = async ({ db }: Ctx, { venueId, id }: Letter, message: MessageKey): Promise<boolean> => {
  const { rows } = await sql`
    select from guest_messages mine join guest_messages m on m.venue_id = mine.venue_id and m.reservation_id = mine.reservation_id
    where mine.venue_id = ${venueId} and mine.id = ${message.id} and m.reservation_id = ${id} and m.kind = 'changed' and m.asked_by is null
      and m.state = 'queued' and (m.queued_at, m.id) > (mine.queued_at, mine.id) limit 1`.execute(db)
  return rows.length > 0
}

const ofState: ReadonlySet<GuestNotification['notice']> = new Set(['booked', 'requested', 'changed', 'canceled', 'rejected'])
/** The guest has read it already, or will by another message; whoever of the house asks for one gets it all the same. */
export const isToldAlready = async (
  ctx: Ctx,
  letter: Letter,
  { notice, noticeId, asked, told }: GuestNotification & { told: string },
): Promise<boolean> => {
  if (asked || !ofState.has(notice)) return false
  if (notice === 'changed' && (await isOvertaken(ctx, letter, { venueId: letter.venueId, id: noticeId }))) return true
  const last = await lastTold(ctx, letter)
  return last?.told === told && (notice === 'changed' || notice === last.kind)
}
