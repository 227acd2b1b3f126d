const prefix = 'tablewire:act'

/** On plain http there are no locks; the server then knows by their keys what it has done already. */
const locks = (): LockManager | undefined => (navigator as { locks?: LockManager }).locks

/** One tab at a time. */
export const underLock = <T>(name: string, work: () => Promise<T>): Promise<T> =>
  (locks()?.request(`${prefix}:${name}`, work) as Promise<T> | undefined) ?? work()

/** While this page sends an act by itself, no other tab plays it. */
export const whileSending = <T>(key: string, work: () => Promise<T>): Promise<T> => underLock(`sent:${key}`, work)

/** Keys of acts that a page is just sending. */
export const sendingElsewhere = async (): Promise<ReadonlySet<string>> => {
  const held = (await locks()?.query())?.held ?? []
  const start = `${prefix}:sent:`
  return new Set(held.flatMap(({ name = '' }) => (name.startsWith(start) ? [name.slice(start.length)] : [])))
}
