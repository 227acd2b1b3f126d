import { z } from 'zod/mini'
import { GivenInstant, Id, Lang, line, note, text, whole } from '../kit/wire.ts'
import { chainTablesMost } from './tables.rules.ts'

const email = z.email().check(z.maxLength(254))
export const GuestInput = z.object({
  firstName: line(80),
  lastName: text(80),
  email: z.optional(z.nullable(email)),
  phone: z.optional(z.nullable(text(40))),
  lang: z.optional(z.nullable(Lang)),
})
export type GuestInput = z.infer<typeof GuestInput>
const tags = z.array(text(30)).check(z.maxLength(20))

export const ReservationCreate = z.object({
  venueId: Id,
  startsAt: GivenInstant,
  partySize: whole(1, 1000),
  areaId: z.optional(z.nullable(Id)),
  /** Seconds the party stays, where the venue's own system lets it be chosen or requires it: see `offered` of a day's availability. */
  duration: z.optional(z.nullable(whole(60, 86_400))),
  /** Of a walk-in: until when it stays at the longest, where somebody else has its table from then on. */
  until: z.optional(z.nullable(GivenInstant)),
  guest: GuestInput,
  source: z.optional(z.enum(['phone', 'walk_in'])),
  notes: z.optional(z.nullable(note(2000))),
  tags: z.optional(tags),
  /** Tell the guest by e-mail. */
  notify: z.optional(z.boolean()),
  /** Book although a rule says no; needs the right to it. */
  override: z.optional(z.boolean()),
})
export const ReservationPatch = z.object({
  startsAt: z.optional(GivenInstant),
  partySize: z.optional(whole(1, 1000)),
  areaId: z.optional(Id),
  /** Other tables in the same act, at venues that work with them; empty = none. `version` is that of where the party sits; `back` = an act is taken back, as where a party is given its tables. */
  tables: z.optional(
    z.object({
      tableIds: z.array(Id).check(z.maxLength(chainTablesMost)),
      locked: z.optional(z.boolean()),
      back: z.optional(z.boolean()),
      version: whole(0, 2_000_000_000),
    }),
  ),
  /** Of a party that sits, at a venue that counts its own tables: until when it stays, sooner than it was to; or again as long as it was to. */
  until: z.optional(GivenInstant),
  guest: z.optional(z.partial(GuestInput)),
  notes: z.optional(z.nullable(note(2000))),
  tags: z.optional(tags),
  notify: z.optional(z.boolean()),
  override: z.optional(z.boolean()),
  version: z.optional(z.int()),
})

/** The shared tablet something was done on, and the manager who approved it there; null elsewhere. */
export const OnTablet = z.object({ deviceName: z.nullable(z.string()), approvedByName: z.nullable(z.string()) })
