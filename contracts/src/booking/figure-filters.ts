import { z } from 'zod/mini'
import { GivenInstant, Id, LocalDate, queryFlag, queryInt, queryList, whole } from '../kit/wire.ts'
import { Side } from './reservations.rules.ts'

const GuestIs = z.enum(['new', 'returning'])

const areMoments = (text: string): boolean => {
  const [from, at] = text.split('_')
  return z.safeParse(LocalDate, from).success && z.safeParse(GivenInstant, at).success
}

/** By which the figures of analytics lead to the reservations they count. */
export const FigureFilters = z.object({
  companyId: z.optional(Id),
  groupId: z.optional(Id),
  /** Whether its venue is one to try things out. */
  test: z.optional(queryFlag),
  /** Whether a channel, or a reservation system, stands behind it. */
  ofChannel: z.optional(queryFlag),
  ofSystem: z.optional(queryFlag),
  canceledBy: z.optional(queryList(Side)),
  /** Less than 24 hours before the party was due. */
  canceledLate: z.optional(queryFlag),
  /** Whether its guest had been booked at the venue before. */
  guestIs: z.optional(queryList(GuestIs)),
  /** Waited for a confirmation, and got it. */
  confirmed: z.optional(queryFlag),
  /** It is known when the party sat down and when it left. */
  stayed: z.optional(queryFlag),
  /** ISO day of the week, 1 = Monday, of the day that `dateBasis` names. */
  weekday: z.optional(queryList(queryInt(1, 7))),
  /** Hour of the venue's clock at which the party comes or, with `dateBasis=creation`, it was booked. */
  hour: z.optional(queryList(queryInt(0, 23))),
  /** A span of party sizes, `4-6`. */
  sizes: z.optional(z.string().check(z.regex(/^\d{1,4}-\d{1,4}$/))),
  /** A span of minutes from the booking to the table, its end not included, `60-120`; `60-` is open. */
  lead: z.optional(z.string().check(z.regex(/^\d{1,7}-\d{0,7}$/))),
  /** Was on the books when that day began at its venue: made before, and not canceled before. */
  onBooks: z.optional(LocalDate),
  /** Of days from one on, made by a moment so many days before, on the clock of its venue: `2026-11-19_2026-11-26T05:05:00Z_7`. */
  madeBy: z.optional(z.string().check(z.regex(/^\d{4}-\d\d-\d\d_\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ_\d{1,5}$/), z.refine(areMoments))),
})

/** The same, sent as a body. */
export const FigureFilter = z.object({
  ...FigureFilters.shape,
  test: z.optional(z.boolean()),
  ofChannel: z.optional(z.boolean()),
  ofSystem: z.optional(z.boolean()),
  canceledBy: z.optional(z.array(Side).check(z.maxLength(5))),
  canceledLate: z.optional(z.boolean()),
  guestIs: z.optional(z.array(GuestIs).check(z.maxLength(2))),
  confirmed: z.optional(z.boolean()),
  stayed: z.optional(z.boolean()),
  weekday: z.optional(z.array(whole(1, 7)).check(z.maxLength(7))),
  hour: z.optional(z.array(whole(0, 23)).check(z.maxLength(24))),
})
