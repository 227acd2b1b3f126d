import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import { copyDatabase } from '#src/api/forget-copy.ts'

/** An answer of the server under the key by which screens ask for it. */
export type Answer = { readonly key: readonly unknown[]; readonly data: unknown }
/** A service day of a venue as it was at `at`, in milliseconds since 1970. */
export type Copy = {
  readonly name: string
  readonly person: string
  readonly venueId: string
  readonly date: string
  readonly at: number
  readonly answers: readonly Answer[]
}

interface Schema extends DBSchema {
  copies: { key: string; value: Copy }
  /** Until when nothing had changed since; apart, so that it is told without writing the whole copy again. */
  seen: { key: string; value: number }
}

/** An evening's work goes to and fro between some days and houses. */
export const copiesMost = 4
/** Of one copy as text: far beyond three hundred parties with all that is known of them. */
export const copyMost = 6_000_000
export const hoursMost = 24

let opened: Promise<IDBPDatabase<Schema>> | undefined
const open = (): Promise<IDBPDatabase<Schema>> => {
  opened ??= openDB<Schema>(copyDatabase, 1, {
    upgrade: (db) => {
      db.createObjectStore('copies', { keyPath: 'name' })
      db.createObjectStore('seen')
    },
    // Somebody signs out in another tab.
    blocking: (_now, _wanted, event) => {
      ;(event.target as IDBDatabase).close()
      opened = undefined
    },
    terminated: () => {
      opened = undefined
    },
  }).catch((error: unknown) => {
    opened = undefined
    throw error
  })
  return opened
}

/** Which of them stay: of this person, of the last day, the newest. */
export const stillKept = (copies: readonly Copy[], person: string, now: number): readonly Copy[] =>
  copies
    .filter((copy) => copy.person === person && now - copy.at < hoursMost * 3_600_000)
    .toSorted((a, b) => b.at - a.at)
    .slice(0, copiesMost)

/** Where a browser keeps nothing, or no more, there is no copy rather than an old one. */
const orNone = async <T>(work: (db: IDBPDatabase<Schema>) => Promise<T>): Promise<T | undefined> => {
  try {
    return await work(await open())
  } catch {
    return undefined
  }
}

export const copyStore = {
  /** Those of this person; what is anybody else's, or too old, is deleted. */
  read: async (person: string): Promise<readonly Copy[]> =>
    (await orNone(async (db) => {
      const tx = db.transaction(['copies', 'seen'], 'readwrite')
      const all = await tx.objectStore('copies').getAll()
      const seen = await Promise.all(all.map(({ name }) => tx.objectStore('seen').get(name)))
      const kept = stillKept(
        all.map((copy, at) => ({ ...copy, at: Math.max(copy.at, seen[at] ?? 0) })),
        person,
        Date.now(),
      )
      for (const { name } of all)
        if (!kept.some((copy) => copy.name === name)) {
          void tx.objectStore('copies').delete(name)
          void tx.objectStore('seen').delete(name)
        }
      await tx.done
      return kept
    })) ?? [],
  /** Answers whether it is kept now. */
  keep: async (copy: Copy): Promise<boolean> => {
    if (JSON.stringify(copy.answers).length > copyMost) {
      await copyStore.drop(copy.name)
      return false
    }
    const kept = await orNone(async (db) => {
      await db.put('copies', copy)
      await db.delete('seen', copy.name)
      return true
    })
    if (!kept) await copyStore.drop(copy.name)
    else await copyStore.read(copy.person)
    return kept ?? false
  },
  stillTrue: async (name: string, at: number): Promise<void> => void (await orNone((db) => db.put('seen', at, name))),
  drop: async (name: string): Promise<void> =>
    void (await orNone(async (db) => {
      await db.delete('copies', name)
      await db.delete('seen', name)
    })),
  forget: async (): Promise<void> => {
    const db = await opened?.catch(() => undefined)
    db?.close()
    opened = undefined
    try {
      await deleteDB(copyDatabase)
    } catch {
      // Without a place to keep it, nothing was kept.
    }
  },
}
