import type { Book } from '@tablewire/contracts/estate/book'

export const tabs = ['week', 'areas', 'days', 'limits', 'texts'] as const
export type Tab = (typeof tabs)[number]
export const isTab = (text: string | undefined): text is Tab => tabs.includes(text as Tab)

/** Where something of the book is changed: the tab, the shift whose panel holds it, the field, or another page of the portal; `of`: a tab of the venue's own page. */
export type Place = { tab: Tab; shift?: string; field?: string } | { page: string; of?: 'details' | 'tables' }

type Shifts = Pick<Book, 'shifts' | 'specialDays'>
export type ShiftPath = `shifts.${number}` | `specialDays.${number}.shifts.${number}`

/** Where a shift stands in the book, by its id: in the week, or in a special day with shifts of its own. */
export const pathOfShift = ({ shifts, specialDays }: Shifts, id: string | undefined): ShiftPath | undefined => {
  const index = shifts.findIndex((shift) => shift.id === id)
  if (index >= 0) return `shifts.${index}`
  for (const [day, { shifts: own }] of specialDays.entries()) {
    const found = own?.findIndex((shift) => shift.id === id) ?? -1
    if (found >= 0) return `specialDays.${day}.shifts.${found}`
  }
  return undefined
}

const inWeek = (tab: Tab, shift: string | undefined, field: string): Place => ({ tab, ...(shift ? { shift } : {}), field })

/** The place of a path as the server names it when something is wrong: `shifts.0.lastSeating`. */
export const placeOfPath = ({ shifts, specialDays }: Shifts, path: string): Place => {
  const [root, index, part, inner] = path.split('.')
  if (root === 'shifts') return inWeek('week', shifts[Number(index)]?.id, path)
  if (root === 'openingHours') return { tab: 'week', field: path }
  if (root === 'areas' || root === 'texts') return { tab: root, field: path }
  if (root === 'specialDays' && part === 'shifts') return inWeek('days', specialDays[Number(index)]?.shifts?.[Number(inner)]?.id, path)
  if (root === 'specialDays' || root === 'closures' || root === 'dayLimits') return { tab: 'days', field: path }
  return { tab: 'limits', field: path }
}

/** What the thing is called in which a path ends: the shift, the area, the day. */
export const nameAt = (book: Book, path: string): string => {
  const [root, index, part, inner] = path.split('.')
  if (root !== 'shifts' && root !== 'areas' && root !== 'closures' && root !== 'specialDays') return ''
  const thing = book[root][Number(index)]
  const own = root === 'specialDays' && part === 'shifts' ? book.specialDays[Number(index)]?.shifts?.[Number(inner)] : undefined
  return [thing?.name, own?.name].filter(Boolean).join(' · ')
}

const among = {
  areas: { tab: 'areas', part: 'online' },
  closures: { tab: 'days', part: 'fromOn' },
  dayLimits: { tab: 'days', part: 'on' },
} as const
type Among = { root: keyof typeof among; id: string | undefined; part: string | undefined }
const placeAmong = (book: Pick<Book, 'areas' | 'closures' | 'dayLimits'>, { root, id, part }: Among): Place => {
  const { tab, part: usual } = among[root]
  const index = (book[root] ?? []).findIndex((one) => one.id === id)
  return index < 0 ? { tab } : { tab, field: `${root}.${index}.${part ?? usual}` }
}

/** The place of a setting as the explainer names it: `shifts/<id>/pacing`, `noticeMinutes`. */
export const placeOfSetting = (book: Shifts & Pick<Book, 'areas' | 'closures' | 'dayLimits'>, setting: string): Place => {
  const [root, id, part] = setting.split('/')
  if (root === 'channels') return { page: '/channel-management' }
  if (root === 'companies') return { page: '/companies' }
  if (root === 'tables') return { page: '/venues', of: 'tables' }
  if (root === 'venue') return id === 'channels' ? { page: '/channel-management' } : { page: '/venues', of: 'details' }
  if (root === 'shifts') {
    const path = pathOfShift(book, id)
    if (!path) return { tab: 'week' }
    const field = part === 'pacing' ? `${path}.pacing.covers` : `${path}.${part ?? 'from'}`
    return placeOfPath(book, field)
  }
  if (root === 'areas' || root === 'closures' || root === 'dayLimits') return placeAmong(book, { root, id, part })
  if (root === 'openingHours') return { tab: 'week', field: 'openingHours' }
  return { tab: 'limits', field: setting.replace('/', '.') }
}
