import { expect, test } from 'vitest'
import { aBrand } from '../../../tests/build/a-brand.ts'
import * as layout from './layout.ts'
import { themeOf } from './theme.ts'

test('SH3, SH5, SH7: the measures of the layout', () => {
  expect(layout).toMatchObject({
    navWidth: 260,
    navCollapsedWidth: 82,
    toolbarHeight: 64,
    boxedWidth: 1440,
    customizerWidth: 400,
    popupWidth: 250,
    popupMs: { enter: 400, exit: 300 },
    truncateAt: 200,
    toTopAfter: 400,
    swipe: { swipeAreaWidth: 20, hysteresis: 0.52, minFlingVelocity: 450 },
  })
})

test('SH7: radius 6, toolbar 64, breakpoints 0, 600, 900, 1200 and 1536', () => {
  const { shape, mixins, breakpoints } = themeOf(aBrand())
  expect(shape.borderRadius).toBe(6)
  expect(mixins.toolbar).toEqual({ minHeight: 64 })
  expect(breakpoints.values).toEqual({ xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 })
})
