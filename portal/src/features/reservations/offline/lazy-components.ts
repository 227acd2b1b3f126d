import { loadPhrases } from '#src/i18n/phrases.ts'
import { bringLazy, lazyWhenAsked, lazyWithRetry } from '#src/kit/lazy-with-retry.tsx'
import { isService, readSearch } from '../reservation-search.ts'

export const ReservationList = lazyWithRetry(() => import('../ReservationList.tsx').then((module) => module.ReservationList))
/** What a host opens over the list or beside it; brought beforehand while the list stands (use-preloaded-parts). */
export const ReservationPanel = lazyWithRetry(() => import('../ReservationPanel.tsx').then((module) => module.ReservationPanel))
export const FormDrawer = lazyWithRetry(
  () => import('../FormDrawer.tsx').then((module) => module.FormDrawer),
  ({ onClosed }) => onClosed(),
)
/** Whoever looks at several venues chooses whose evening he means. */
export const ChooseVenue = lazyWithRetry(() => import('../empty/ChooseVenue.tsx').then((module) => module.ChooseVenue))
/** What the list is filtered by, when somebody asks. */
export const FilterSheet = lazyWithRetry(() => import('../filter/FilterSheet.tsx').then((module) => module.FilterSheet))
/** Whether a party can be taken: with words of its own. */
export const WhatIfSheet = lazyWithRetry(
  async () => {
    const [module] = await Promise.all([import('../what-if/WhatIfSheet.tsx'), loadPhrases('reservations/what-if')])
    return module.WhatIfSheet
  },
  ({ onClosed }) => onClosed(),
)
/** The evening as it is worked: with words of its own, and those of who waits. */
export const PhaseView = lazyWithRetry(async () => {
  const words = [loadPhrases('reservations/phases'), loadPhrases('reservations/waitlist'), loadPhrases('reservations/seating')]
  const [module] = await Promise.all([import('../phases/PhaseView.tsx'), ...words])
  return module.PhaseView
})
/** The evening by tables: brought only at venues that work with tables. */
export const Timeline = lazyWhenAsked(async () => {
  const [module] = await Promise.all([import('../timeline/Timeline.tsx'), loadPhrases('reservations/timeline')])
  return module.Timeline
})
/** The room of the evening from above: with words of its own, for whoever looks at it. */
export const RoomView = lazyWhenAsked(async () => {
  const [module] = await Promise.all([
    import('../floor/RoomView.tsx'),
    loadPhrases('reservations/floor'),
    loadPhrases('reservations/timeline'),
  ])
  return module.RoomView
})
/** Who sits past his time where somebody comes, and who could sit elsewhere: with words of their own, at venues that work with tables. */
export const ClashLines = lazyWhenAsked(async () => {
  const [module] = await Promise.all([import('../repair/ClashLines.tsx'), loadPhrases('reservations/repair')])
  return module.ClashLines
})
export const RepairDialog = lazyWhenAsked(async () => {
  const words = [loadPhrases('reservations/repair'), loadPhrases('reservations/seating')]
  const [module] = await Promise.all([import('../repair/RepairDialog.tsx'), ...words])
  return module.RepairDialog
})
/** What can be done with a party of the evening, when somebody asks. */
export const PartyMenu = lazyWithRetry(
  () => import('../phases/PartyMenu.tsx').then((module) => module.PartyMenu),
  ({ onClose }) => onClose(),
)
/** By how many minutes a party is late, or into which two it is split. */
export const PartyDialog = lazyWithRetry(
  () => import('../phases/party/PartyDialog.tsx').then((module) => module.PartyDialog),
  ({ onClose }) => onClose(),
)
/** What else is done with a party in service; without it the rest of its details stands. */
export const PanelActs = lazyWithRetry(
  async () => {
    const [module] = await Promise.all([import('../phases/party/PanelActs.tsx'), loadPhrases('reservations/phases')])
    return module.PanelActs
  },
  () => undefined,
)
/** Another table for a party of the evening, at venues that work with tables. */
export const SeatPopover = lazyWithRetry(
  () => import('../seating/SeatPopover.tsx').then((module) => module.SeatPopover),
  ({ onClose }) => onClose(),
)
/** How many came in by the door. */
export const WalkInSizes = lazyWithRetry(
  () => import('../seating/WalkInSizes.tsx').then((module) => module.WalkInSizes),
  ({ onDone }) => onDone(),
)
/** The tables of the house, and which of them take nobody tonight. */
export const TablesSheet = lazyWithRetry(
  () => import('../seating/TablesSheet.tsx').then((module) => module.TablesSheet),
  () => undefined,
)
/** Another time for a party of the evening. */
export const TimeDialog = lazyWithRetry(
  () => import('../phases/TimeDialog.tsx').then((module) => module.TimeDialog),
  ({ onClose }) => onClose(),
)
/** Who waits: with words of its own, brought when it is looked at. */
export const WaitlistView = lazyWithRetry(async () => {
  const [module] = await Promise.all([import('../waitlist/WaitlistView.tsx'), loadPhrases('reservations/waitlist')])
  return module.WaitlistView
})
/** What the team shall know of the day: with words of its own. Without it the bookings below still stand. */
export const ServiceLine = lazyWithRetry(
  async () => {
    const [module] = await Promise.all([import('../sheet/ServiceLine.tsx'), loadPhrases('reservations/sheet')])
    return module.ServiceLine
  },
  () => undefined,
)
/** How many may come to a meal and how many shall. */
export const LimitsPanel = lazyWithRetry(
  async () => {
    const [module] = await Promise.all([import('../limits/LimitsPanel.tsx'), loadPhrases('reservations/limits')])
    return module.LimitsPanel
  },
  ({ onClose }) => onClose(),
)
/** Where a party sits, at venues that work with tables: without it the rest of the panel stands. */
export const SeatSection = lazyWithRetry(
  async () => {
    const [module] = await Promise.all([import('../seating/SeatSection.tsx'), loadPhrases('reservations/seating')])
    return module.SeatSection
  },
  () => undefined,
)
/** What this device keeps of the evening, and what of its acts people have to decide about; without it the facts stand. */
export const OfflineState = lazyWithRetry(
  async () => {
    const words = [loadPhrases('reservations/phases'), loadPhrases('reservations/waitlist')]
    const [module] = await Promise.all([import('./OfflineState.tsx'), ...words])
    return module.OfflineState
  },
  () => undefined,
)
export const AskBefore = lazyWithRetry(
  () => import('../acts/AskBefore.tsx').then((module) => module.AskBefore),
  ({ onClose }) => onClose(),
)

/** What the page shows first, by its address: brought with the page, so that it does not stand empty for a moment. */
export const bringView = async (address: Readonly<Record<string, string | undefined>>): Promise<void> => {
  const { view } = readSearch(address)
  if (isService(view)) await Promise.all([bringLazy(PhaseView), bringLazy(ServiceLine)])
  else if (view === 'list') await bringLazy(ReservationList)
}
