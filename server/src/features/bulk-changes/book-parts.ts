import type { Area, Book, Shift } from '@tablewire/contracts/estate/book'
import type { BookPart } from '@tablewire/contracts/estate/bulk-changes.rules'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'

const sameName = (name: string) => {
  const wanted = name.toLowerCase()
  return (one: { name: string }): boolean => one.name.toLowerCase() === wanted
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
/** A shift may end after midnight. */
const hoursOf = ({ from, to }: Shift) => {
  const [start, end] = [minutesOf(from), minutesOf(to)]
  return { start, end: end > start ? end : end + 24 * 60 }
}
const sharedDays = (one: Shift, other: Shift): number => {
  const [a, b] = [hoursOf(one), hoursOf(other)]
  return a.start < b.end && b.start < a.end ? one.days.filter((day) => other.days.includes(day)).length : 0
}

/** Shifts of one name at one time of the week, each at most once: a book may have a dinner of the week and another of the weekend. */
const pairsOf = (from: readonly Shift[], to: readonly Shift[]): { from: Shift; to: Shift }[] => {
  const pairs: { from: Shift; to: Shift }[] = []
  for (const shift of from) {
    const free = to.filter((other) => sameName(shift.name)(other) && !pairs.some((pair) => pair.to === other))
    const [mine] = free.filter((other) => sharedDays(shift, other) > 0).toSorted((a, b) => sharedDays(shift, b) - sharedDays(shift, a))
    if (mine) pairs.push({ from: shift, to: mine })
  }
  return pairs
}

/** What limits the arrivals of a shift. */
const pacingOf = ({ pacing, pacingAt, keptBackCovers, requestFromParty }: Shift) => ({ pacing, pacingAt, keptBackCovers, requestFromParty })

/** The areas of that name in the book that gets the copy: areas are the venue's own, and reservations sit in them. */
const areasThere = (ids: readonly string[] | null, from: readonly Area[], to: readonly Area[]): string[] | null => {
  if (ids === null) return null
  const wanted = from.filter(({ id }) => ids.includes(id))
  const missing = wanted.filter(({ name }) => !to.some(sameName(name)))
  if (missing.length) throw new Problem('bulk_change.areas_missing', { areas: missing.map(({ name }) => name).join(', ') })
  return wanted.map(({ name }) => to.find(sameName(name))!.id)
}

type Copying = { from: Book; to: Book; parts: readonly BookPart[] }

/** Areas keep their id and what their own system calls them; those of other names go, and the book refuses where guests are to sit there. */
const copyAreas = ({ from, to, parts }: Copying): Area[] => {
  if (!parts.includes('areas')) return to.areas
  return from.areas.map(({ id: _id, externalId: _system, ...area }) => {
    const mine = to.areas.find(sameName(area.name))
    return { ...area, id: mine?.id ?? newId(), ...(mine?.externalId ? { externalId: mine.externalId } : {}) }
  })
}

const copyShifts = ({ from, to, parts }: Copying, areas: readonly Area[]): Shift[] => {
  const pacing = parts.includes('pacing')
  const pairs = pairsOf(from.shifts, to.shifts)
  if (!parts.includes('week'))
    return to.shifts.map((shift) => {
      const model = pacing ? pairs.find((pair) => pair.to === shift)?.from : undefined
      return model ? { ...shift, ...pacingOf(model) } : shift
    })
  return from.shifts.map((shift) => {
    const mine = pairs.find((pair) => pair.from === shift)?.to
    const areaIds = areasThere(shift.areaIds, from.areas, areas)
    return { ...shift, id: mine?.id ?? newId(), areaIds, ...(mine && !pacing ? pacingOf(mine) : {}) }
  })
}

const copyDays = ({ from, to, parts }: Copying, areas: readonly Area[]): Pick<Book, 'closures' | 'specialDays'> => {
  if (!parts.includes('days')) return { closures: to.closures, specialDays: to.specialDays }
  const here = (areaIds: string[] | null) => areasThere(areaIds, from.areas, areas)
  return {
    closures: from.closures.map((closure) => ({ ...closure, areaId: closure.areaId === null ? null : here([closure.areaId])![0]! })),
    specialDays: from.specialDays.map((day) => ({
      ...day,
      shifts: day.shifts && day.shifts.map((shift) => ({ ...shift, areaIds: here(shift.areaIds) })),
    })),
  }
}

const rulesOf = (book: Book) => {
  const { party, noticeMinutes, cutOffMinutes, horizonDays, holdingTimeSeconds } = book
  const { cancellationWindowMinutes, pressureReleaseHours, bookableAreas } = book
  const limits = { party, noticeMinutes, cutOffMinutes, horizonDays, holdingTimeSeconds }
  return { ...limits, cancellationWindowMinutes, pressureReleaseHours, bookableAreas }
}

/** The book `to` with these parts of the book `from`; its texts and its version stay its own. */
export const withParts = (copying: Copying): Book => {
  const { from, to, parts } = copying
  const areas = copyAreas(copying)
  return {
    ...to,
    areas,
    ...(parts.includes('week') ? { openingHours: from.openingHours } : {}),
    shifts: copyShifts(copying, areas),
    ...copyDays(copying, areas),
    ...(parts.includes('rules') ? rulesOf(from) : {}),
  }
}
