/** SH3, SH5, SH7: the measures of the frame, in pixels unless said. */
export const navWidth = 260
export const navCollapsedWidth = 82
export const toolbarHeight = 64
export const menuBarHeight = 54
export const footerHeight = 42
/** On a phone without an app bar, for what else stands at the edges of the page. */
export const handlesHeight = 48
export const boxedWidth = 1440
export const customizerWidth = 400
export const popupWidth = 250
export const popupMs = { enter: 400, exit: 300 } as const
export const truncateAt = 200
export const toTopAfter = 400
export const swipe = { swipeAreaWidth: 20, hysteresis: 0.52, minFlingVelocity: 450 } as const
