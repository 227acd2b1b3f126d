import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import type { Narrowing } from './ask.ts'

type Turns = <T>(person: string, work: () => Promise<T>) => Promise<T>
type Limits = { atOnce: number; ofPerson: number; mostWaiting: number }
type Waiting = { person: string; start: () => void }

/** First come, first served, but for whoever has as many turns as one may have: the others pass. */
export const makeTurns = ({ atOnce, ofPerson, mostWaiting }: Limits): Turns => {
  const running = new Map<string, number>()
  const waiting: Waiting[] = []
  const of = (person: string): number => running.get(person) ?? 0
  const isFree = (person: string): boolean => of(person) < ofPerson && [...running.values()].reduce((sum, one) => sum + one, 0) < atOnce
  const next = (): void => {
    for (;;) {
      const place = waiting.findIndex(({ person }) => isFree(person))
      if (place < 0) return
      const [{ person, start }] = waiting.splice(place, 1) as [Waiting]
      running.set(person, of(person) + 1)
      start()
    }
  }
  const leave = (person: string): void => {
    const left = of(person) - 1
    if (left > 0) running.set(person, left)
    else running.delete(person)
    next()
  }
  return async (person, work) => {
    if (waiting.filter((one) => one.person === person).length >= mostWaiting) throw new Problem('rate.limited', { seconds: 5 })
    await new Promise<void>((resolve) => {
      waiting.push({ person, start: resolve })
      next()
    })
    try {
      return await work()
    } finally {
      leave(person)
    }
  }
}

/** Days of venues from which on a question may hold a connection for seconds. */
const large = 20_000
const turns = makeTurns({ atOnce: 3, ofPerson: 2, mostWaiting: 12 })

/** Large questions are worked out a few at a time, and one person's never all of them: the connections are for whoever books. */
export const inTurn = <T>(
  ctx: Ctx,
  { venues }: Pick<Narrowing, 'venues'>,
  { days, work }: { days: number; work: () => Promise<T> },
): Promise<T> => (venues.length * days < large ? work() : turns(`${ctx.actor.kind} ${ctx.actor.id ?? ctx.actor.name}`, work))

const files = makeTurns({ atOnce: 2, ofPerson: 2, mostWaiting: Number.POSITIVE_INFINITY })

/** Files of figures, whichever job writes them, are written a few at a time by each process: of a hundred reports at once the others wait without a connection. */
export const writtenInTurn = <T>(work: () => Promise<T>): Promise<T> => files('files', work)
