import { randomUUID } from 'node:crypto'

export type Report = 'sent' | 'delivered' | 'failed'
export type Shown = {
  id: string
  at: string
  /** Of the phone: its owner wrote it, or got it. */
  way: 'in' | 'out'
  text: string
  /** The hub's name for it, and where it hears of it. */
  ref: string
  deliveryUrl: string
  state: Report
}
/** How texts end that come in from now on; `wait` leaves it to whoever looks at the phone. */
export type Habit = 'delivered' | 'failed' | 'wait'

/** The phones to which texts were sent, newest first within each. */
export const makePhones = () => {
  const phones = new Map<string, Shown[]>()
  let habit: Habit = 'delivered'
  const add = (number: string, shown: Omit<Shown, 'id' | 'at'>): Shown => {
    const one = { ...shown, id: randomUUID(), at: new Date().toISOString() }
    phones.set(number, [one, ...(phones.get(number) ?? [])].slice(0, 100))
    return one
  }
  return {
    numbers: () => Array.from(phones.keys()),
    on: (number: string): readonly Shown[] => phones.get(number) ?? [],
    find: (id: string) => Array.from(phones.values(), (all) => all.find((one) => one.id === id)).find((one) => one !== undefined),
    /** The same text twice is one. */
    take: (number: string, text: { text: string; ref: string; deliveryUrl: string }): { shown: Shown; fresh: boolean } => {
      const known = (phones.get(number) ?? []).find(({ ref, way }) => way === 'out' && ref !== '' && ref === text.ref)
      return known ? { shown: known, fresh: false } : { shown: add(number, { ...text, way: 'out', state: 'sent' }), fresh: true }
    },
    write: (number: string, text: string): Shown => add(number, { text, way: 'in', ref: '', deliveryUrl: '', state: 'sent' }),
    habit: () => habit,
    become: (next: Habit): void => void (habit = next),
  }
}
export type Phones = ReturnType<typeof makePhones>
