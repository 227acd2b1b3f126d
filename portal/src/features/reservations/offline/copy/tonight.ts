import type { LiveMessage } from '@tablewire/contracts/operations/live'
import { ApiError } from '#src/api/api-error.ts'
import { liveState, liveUntil } from '#src/api/live.ts'
import { queryClient } from '#src/api/query.ts'
import { sessionStore } from '#src/api/session.ts'
import { waitingActs } from '../acts/act-store.ts'
import { shownWith } from '../acts/shown-with.ts'
import { answersOfDay, changedBy, type Day } from './answers-of-day.ts'
import { isRows, kept } from './kept.ts'
import { type Copy, copyStore } from './copy-store.ts'

/** After this much quiet what has changed is kept, and at the latest after that. */
const quietMs = 4_000
const longestMs = 30_000
const nameOf = ({ venueId, date }: Pick<Day, 'venueId' | 'date'>): string => `${venueId} ${date}`
const personNow = (): string | undefined => sessionStore.get().userData?.id
const away = (): boolean => !navigator.onLine || liveState() === 'offline'
const notYours = (error: unknown): boolean => error instanceof ApiError && (error.status === 403 || error.status === 404)

/**
 * Screens find what is kept where their own question has no answer yet. It counts as old, so that it is asked for anew wherever somebody can be asked;
 * what waits to be sent is shown as done.
 */
export const showCopy = ({ answers }: Copy): void => {
  for (const { key, data } of answers) {
    // Lists find theirs by themselves, with its time (use-offline-list).
    if (isRows(key)) continue
    const query = queryClient.getQueryCache().build(queryClient, { queryKey: key, gcTime: 24 * 3_600_000 })
    if (query.state.data === undefined) queryClient.setQueryData(key, shownWith(waitingActs(), key, data), { updatedAt: 1 })
  }
}

const showAll = (copies: readonly Copy[]): void => {
  for (const copy of copies) showCopy(copy)
}

let reading: Promise<void> | undefined
/** What this device has, once per page and person. */
export const readCopies = (): Promise<void> => {
  reading ??= (async () => {
    const person = personNow()
    if (person === undefined) return
    const copies = await copyStore.read(person)
    if (personNow() !== person) return
    kept.set(copies)
    showAll(copies)
  })()
  return reading
}
sessionStore.onEnd(() => {
  reading = undefined
  kept.set([])
})

const put = async (copy: Copy): Promise<void> => {
  const { name, person } = copy
  if (personNow() !== person) return
  const others = kept.get().filter((one) => one.name !== name)
  kept.set((await copyStore.keep(copy)) ? [copy, ...others] : others)
  // Who signed out meanwhile leaves nothing behind.
  if (personNow() !== person) await copyStore.forget()
}

/** Brings all of a day, and keeps it; what a refusal says is not this person's is not kept either. */
const bring = async (day: Day, wanted: () => boolean): Promise<void> => {
  const person = personNow()
  // What is shown may hold what was not sent yet, and is no truth to be kept.
  if (person === undefined || away() || waitingActs().length > 0) return
  const { venueId, date } = day
  const at = Date.now()
  try {
    const answers = await answersOfDay(day, () => wanted() && !away())
    if (waitingActs().length === 0) await put({ name: nameOf(day), person, venueId, date, at, answers })
  } catch (error) {
    if (!notYours(error)) return
    await copyStore.drop(nameOf(day))
    kept.set(kept.get().filter(({ name }) => name !== nameOf(day)))
  }
}

type Keeper = { hear: (message: LiveMessage) => void; stop: () => void }
/** Keeps a day true while it is worked with. */
export const keepDay = (day: Day): Keeper => {
  let stopped = false
  let timer: ReturnType<typeof setTimeout> | undefined
  let oldSince = Date.now()
  let busy = false
  const run = async (): Promise<void> => {
    timer = undefined
    if (busy) return soon()
    busy = true
    oldSince = 0
    await readCopies()
    await bring(day, () => !stopped)
    busy = false
  }
  const soon = (): void => {
    oldSince ||= Date.now()
    clearTimeout(timer)
    if (!stopped) timer = setTimeout(() => void run(), Math.max(0, Math.min(quietMs, oldSince + longestMs - Date.now())))
  }
  /** Nothing has changed until the last sign of life. */
  const mark = (): void => {
    const copy = kept.get().find(({ name }) => name === nameOf(day))
    const until = liveUntil()
    if (!copy || busy || timer || until <= copy.at) return
    kept.set(kept.get().map((one) => (one === copy ? { ...copy, at: until } : one)))
    void copyStore.stillTrue(copy.name, until)
  }
  const marking = setInterval(mark, 60_000)
  addEventListener('pagehide', mark)
  addEventListener('offline', mark)
  addEventListener('online', soon)
  soon()
  return {
    hear: ({ type, venueId }) => {
      if (type !== 'reset' && venueId !== day.venueId) return
      for (const queryKey of changedBy[type] ?? []) void queryClient.invalidateQueries({ queryKey, refetchType: 'none' })
      soon()
    },
    stop: () => {
      stopped = true
      clearTimeout(timer)
      clearInterval(marking)
      removeEventListener('pagehide', mark)
      removeEventListener('offline', mark)
      removeEventListener('online', soon)
    },
  }
}
