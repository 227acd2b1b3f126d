import { makeStore } from '#src/i18n/store.ts'

type Waiting = { resolve: (made: unknown) => void; reject: (error: unknown) => void }
const waiting = new Map<string, Waiting>()

/** What the server calls what had an id of ours before. */
export const madeIds = makeStore<ReadonlyMap<string, string>>(new Map())

/** Who waits on this page for what became of an act. */
export const told = {
  wait: <T>(key: string): Promise<T> => new Promise<unknown>((resolve, reject) => waiting.set(key, { resolve, reject })) as Promise<T>,
  waits: (key: string): boolean => waiting.has(key),
  forget: (key: string): void => void waiting.delete(key),
  done: (key: string, made: unknown): void => {
    waiting.get(key)?.resolve(made)
    waiting.delete(key)
  },
  refused: (key: string, error: unknown): void => {
    waiting.get(key)?.reject(error)
    waiting.delete(key)
  },
}
