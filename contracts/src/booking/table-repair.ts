import { z } from 'zod/mini'
import { Id, Instant, whole } from '../kit/wire.ts'

const version = whole(0, 2_000_000_000)

/** A party that comes to a table where somebody still sits then. */
const Meeting = z.object({ reservationId: Id, guestName: z.string(), partySize: z.int(), startsAt: Instant, from: z.string() })
/** What a party that sits longer costs others, and where they could sit instead. */
export const TableRepair = z.object({
  /** Until when it is counted on to sit. */
  until: Instant,
  /** Who would sit elsewhere, and where: of them all, with those who make room for them. */
  moves: z.array(z.extend(Meeting, { to: z.string(), tableIds: z.array(Id), version })),
  /** Who comes meanwhile and is moved by people only: `locked` = somebody wants it at that table, `soon` = it comes within half an hour, `full` = no table is left that fits. */
  left: z.array(
    z.extend(Meeting, {
      why: z.enum(['locked', 'soon', 'other_day', 'full']),
      version,
      /** What is free for it then and fits, the best first. */
      free: z.array(z.object({ tableIds: z.array(Id), name: z.string(), covers: z.int() })),
    }),
  ),
})
export type TableRepair = z.infer<typeof TableRepair>
