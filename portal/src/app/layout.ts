/** SH3, SH7: the measures of the frame, in pixels unless said. */
export const navWidth = 260
export const navCollapsedWidth = 82
export const toolbarHeight = 64
export const toTopAfter = 400
export const swipe = { swipeAreaWidth: 20, hysteresis: 0.52, minFlingVelocity: 450 } as const
