import { useSyncExternalStore } from 'react'
import { sessionStore } from '#src/api/session.ts'
import { storageKey } from '#src/api/stored-session.ts'
import type { Act } from './act.ts'
import { shownOf } from './act-rules.ts'

/** One entry for each act, so that no tab overwrites what another one adds; beside the session, as they name guests: signing out deletes them. */
const prefix = `${storageKey}:act:`
const personNow = (): string | undefined => sessionStore.get().userData?.id

/** Where the browser keeps nothing they live as long as this page. */
const here = new Map<string, Act>()
let count = 0
/** In the order of their names. */
const nameFor = ({ at, key }: Act): string => `${prefix}${String(at).padStart(15, '0')}:${String(count++).padStart(6, '0')}:${key}`

const storedNames = (): string[] => {
  try {
    return Object.keys(localStorage).filter((name) => name.startsWith(prefix))
  } catch {
    return []
  }
}
const nameOf = (key: string): string | undefined => [...storedNames(), ...here.keys()].find((name) => name.endsWith(`:${key}`))

const readOne = (name: string): Act | undefined => {
  try {
    return here.get(name) ?? (JSON.parse(localStorage.getItem(name) ?? 'null') as Act | null) ?? undefined
  } catch {
    return undefined
  }
}
const readAll = (): Act[] =>
  [...new Set([...storedNames(), ...here.keys()])]
    .toSorted()
    .map(readOne)
    .filter((act) => act !== undefined)
const read = (): readonly Act[] => {
  const person = personNow()
  return readAll().filter((act) => act.person === person)
}

let known: readonly Act[] | undefined
let knownOf: string | undefined
const listeners = new Set<() => void>()
const changed = (): void => {
  known = undefined
  for (const listener of listeners) listener()
}
const write = (name: string, act: Act): void => {
  try {
    localStorage.setItem(name, JSON.stringify(act))
  } catch {
    here.set(name, act)
  }
}
const erase = (name: string): void => {
  here.delete(name)
  try {
    localStorage.removeItem(name)
  } catch {
    // Then it was only here.
  }
}

addEventListener('storage', ({ key }) => {
  if (key === null || key.startsWith(prefix)) changed()
})
// Without a session nobody sees them; who comes back has them again, and who signed out has said that he goes.
sessionStore.onEnd(({ signedOut }) => {
  if (signedOut) for (const name of [...storedNames(), ...here.keys()]) erase(name)
  changed()
})

export const actStore = {
  /** Whoever did it: what goes when somebody signs out. */
  ofEverybody: readAll,
  all: (): readonly Act[] => {
    if (knownOf !== personNow()) known = undefined
    knownOf = personNow()
    known ??= read()
    return known
  },
  /** As they are now, whatever another tab did a moment ago. */
  fresh: (): readonly Act[] => {
    known = undefined
    return actStore.all()
  },
  add: (act: Act): void => {
    write(nameFor(act), act)
    changed()
  },
  /** Each in its place; one that is done meanwhile stays away. */
  put: (acts: readonly Act[]): void => {
    for (const act of acts) {
      const name = nameOf(act.key)
      if (name) write(name, act)
    }
    changed()
  },
  /** Another act in the place of one. */
  replace: (key: string, act: Act): void => {
    const name = nameOf(key)
    if (!name) return
    erase(name)
    write(name.replace(key, act.key), act)
    changed()
  },
  remove: (keys: readonly string[]): void => {
    for (const key of keys) {
      const name = nameOf(key)
      if (name) erase(name)
    }
    changed()
  },
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
}

/** What the server is still to do, and screens show as done. */
export const waitingActs = (): readonly Act[] => shownOf(actStore.all())
export const useActs = (): readonly Act[] => useSyncExternalStore(actStore.subscribe, actStore.all)
