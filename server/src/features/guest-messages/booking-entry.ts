import type { Ctx } from '#src/platform/ctx.ts'
import { fill } from '#src/platform/phrases.ts'
import type { CalendarEntry } from './calendar-file.ts'
import { messagePhrases } from './message-phrases.ts'
import { ownLink } from './own-link.ts'
import type { Letter } from './read-letter.ts'

const ended = new Set<Letter['status']>(['canceled', 'rejected', 'expired', 'no_show'])
const certain = new Set<Letter['status']>(['confirmed', 'seated', 'completed'])

const statusOf = ({ status }: Letter): CalendarEntry['status'] =>
  ended.has(status) ? 'CANCELLED' : certain.has(status) ? 'CONFIRMED' : 'TENTATIVE'

/** A booking as its guest's calendar has it: by the same name at every change, and each one newer than those before. */
export const entryOf = (ctx: Ctx, letter: Letter, { method, organizer }: Pick<CalendarEntry, 'method' | 'organizer'>): CalendarEntry => {
  const { labels, own } = messagePhrases[letter.guestLang ?? 'en']
  const url = ownLink(ctx, letter.id)
  const address = letter.guestEmail
  return {
    uid: `${letter.id}@bookings.tablewire`,
    sequence: letter.version,
    method,
    status: statusOf(letter),
    startsAt: letter.startsAt,
    endsAt: letter.endsAt,
    now: ctx.clock(),
    title: fill(own.calendar, { venue: letter.venueName }),
    place: [letter.venueName, letter.venueAddress].filter(Boolean).join(', '),
    text: [`${labels.party}: ${letter.partySize}`, `${labels.reference}: ${letter.reference}`, letter.venuePhone, url]
      .filter(Boolean)
      .join('\n'),
    url,
    organizer,
    // Whoever only takes the file along is nobody's guest there.
    guest:
      method === 'PUBLISH' || !address ? null : { name: `${letter.guestFirstName} ${letter.guestLastName}`.trim() || address, address },
  }
}
