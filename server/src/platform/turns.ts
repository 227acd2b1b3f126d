import { Problem } from './problem.ts'

export type Turns = <T>(person: string, work: () => Promise<T>) => Promise<T>
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
