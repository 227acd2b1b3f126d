const steps: Readonly<Record<string, number>> = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -7, ArrowDown: 7 }
const daysIn = (root: Element): HTMLElement[] => [...root.querySelectorAll<HTMLElement>('[data-day]')]

/** One day of the grid is reached by the tabulator, the others from there. */
export const tabOnce = (root: Element): void => {
  const days = daysIn(root)
  const first = days.find((day) => day.ariaCurrent === 'date') ?? days.find((day) => day.ariaDisabled !== 'true') ?? days[0]
  for (const day of days) day.tabIndex = day === first ? 0 : -1
}

/** Where a key leads within a week: to its first or last day. */
const endOfWeek = (day: HTMLElement, key: string): HTMLElement | undefined => {
  const week = daysIn(day.closest('tr')!)
  return key === 'Home' ? week[0] : key === 'End' ? week.at(-1) : undefined
}

/** Arrows by day and week, Home and End within the week, pages by month. */
export const byArrows = (root: Element): void => {
  root.addEventListener('keydown', (event) => {
    const { key, target } = event as KeyboardEvent
    const day = (target as Element).closest<HTMLElement>('[data-day]')
    if (!day) return
    const days = daysIn(root)
    const turned = getComputedStyle(day).direction === 'rtl' && /Left|Right/.test(key) ? -1 : 1
    const next = key in steps ? days[days.indexOf(day) + steps[key]! * turned] : endOfWeek(day, key)
    const month = key === 'PageUp' ? 'before' : key === 'PageDown' ? 'after' : undefined
    if (!next && !month && !(key in steps)) return
    event.preventDefault()
    next?.focus()
    if (month) root.querySelector<HTMLElement>(`[data-month=${month}]`)?.click()
  })
}
