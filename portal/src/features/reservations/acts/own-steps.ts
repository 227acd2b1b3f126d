import type { Reservation } from '@tablewire/contracts/booking/reservations'
import { makeStore } from '#src/i18n/store.ts'

type Version = Pick<Reservation, 'id' | 'version'>

const nameOf = (id: string, version: number): string => `${id} ${version}`
const keptMax = 200

/** Versions of reservations that this page brought about itself. */
const made = makeStore<ReadonlySet<string>>(new Set())
/** Ids of reservations with a step of this page that has no answer yet, once for each step. */
const underWay = makeStore<readonly string[]>([])

export const ownSteps = {
  /** From which version an act is taken back: what came after it from here, and was taken back from here, is no change of somebody else. */
  newest: (id: string, version: number): number => {
    let last = version
    while (made.get().has(nameOf(id, last + 1))) last += 1
    return last
  },
  begin: (id: string): void => underWay.set([...underWay.get(), id]),
  end: (id: string): void => {
    const at = underWay.get().indexOf(id)
    underWay.set(underWay.get().filter((_, place) => place !== at))
  },
  made: ({ id, version }: Version): void => made.set(new Set([...[...made.get()].slice(1 - keptMax), nameOf(id, version)])),
}

/** Whether all that happened between the two was done from here: no change of somebody else, however late its answer comes (RE4). */
export const isOwnWork = (versions: ReadonlySet<string>, opened: Version, newest: Version): boolean =>
  newest.version > opened.version &&
  Array.from({ length: newest.version - opened.version }, (_, at) => nameOf(newest.id, newest.version - at)).every((name) =>
    versions.has(name),
  )

export const useMadeHere = made.use
export const useUnderWay = (id: string | undefined): boolean => underWay.use().includes(id ?? '')
