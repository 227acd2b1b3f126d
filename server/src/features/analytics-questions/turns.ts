import type { Ctx } from '#src/platform/ctx.ts'
import { makeTurns } from '#src/platform/turns.ts'
import type { Narrowing } from './ask.ts'

/** Days of venues from which on a question may hold a connection for seconds. */
const large = 20_000
/** Questions by party size are counted from the reservations, for which a day of a venue costs that many times as much. */
const timesRaw = 50
const turns = makeTurns({ atOnce: 3, ofPerson: 2, mostWaiting: 12 })

/** Large questions are worked out a few at a time, and one person's never all of them: the connections are for whoever books. */
export const inTurn = <T>(
  ctx: Ctx,
  { venues, sizes }: Pick<Narrowing, 'venues' | 'sizes'>,
  { days, work }: { days: number; work: () => Promise<T> },
): Promise<T> =>
  venues.length * days * (sizes ? timesRaw : 1) < large ? work() : turns(`${ctx.actor.kind} ${ctx.actor.id ?? ctx.actor.name}`, work)

const files = makeTurns({ atOnce: 2, ofPerson: 2, mostWaiting: Number.POSITIVE_INFINITY })

/** Files of figures, whichever job writes them, are written a few at a time by each process: of a hundred reports at once the others wait without a connection. */
export const writtenInTurn = <T>(work: () => Promise<T>): Promise<T> => files('files', work)
