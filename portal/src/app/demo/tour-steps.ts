/** What the tour stops at: a page, and what of it is pointed at, the first that is there. Parts of pages name themselves by `data-tour`. */
export const tourSteps = [
  { id: 'evening', page: '/reservations', marks: ['evening'] },
  // Somebody is always late in a demo's evening, but not at every moment.
  { id: 'late', page: '/reservations', marks: ['late', 'evening'] },
  { id: 'failing', page: '/channel-management', marks: ['failing', 'channels'] },
  { id: 'figures', page: '/analytics/reservations', marks: ['figures'] },
  { id: 'week', page: '/settings/restaurant-setup', marks: ['week'] },
] as const
export type TourStep = (typeof tourSteps)[number]

const isShown = (element: HTMLElement): boolean => element.getClientRects().length > 0

/** What the step points at as the page stands now; undefined while it is not there. */
export const targetOf = ({ marks }: TourStep): HTMLElement | undefined => {
  for (const mark of marks) {
    const found = [...document.querySelectorAll<HTMLElement>(`[data-tour="${mark}"]`)].find(isShown)
    if (found) return found
  }
  return undefined
}
