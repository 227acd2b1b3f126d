import { part } from '#src/kit/part.tsx'

/** What a host opens over the list or beside it; brought beforehand while the list stands (use-away). */
export const ReservationPanel = part(() => import('../ReservationPanel.tsx').then((module) => module.ReservationPanel))
export const FormDrawer = part(
  () => import('../FormDrawer.tsx').then((module) => module.FormDrawer),
  ({ onClosed }) => onClosed(),
)
export const DayView = part(() => import('../day/DayView.tsx').then((module) => module.DayView))
export const ReasonDialog = part(
  () => import('../ReasonDialog.tsx').then((module) => module.ReasonDialog),
  ({ onClose }) => onClose(),
)
