import { expect, test } from 'vitest'
import { aBrand } from '../../../tests/build/a-brand.ts'
import { contrast } from './colour.ts'
import { swatchOf, settingsTheme } from './settings-theme.ts'
import { choices } from './settings/settings.ts'

const brand = aBrand()

test('SH5: the first Primary Color is the brand, #7367F0 where it names none', () => {
  expect(swatchOf(brand, 'primary')).toBe('#7367F0')
  expect(swatchOf({ ...brand, theme: { ...brand.theme, palette: { primary: '#e8590c' } } }, 'primary')).toBe('#e8590c')
})

test.each(choices.themeColor)('SH5: with Primary Color %s texts read at 4.5:1 in both schemes', (themeColor) => {
  for (const scheme of ['light', 'dark'] as const) {
    const { palette } = settingsTheme(brand, themeColor, 'ltr').colorSchemes[scheme]!
    expect(contrast(palette.primary.main, palette.primary.contrastText)).toBeGreaterThanOrEqual(4.5)
    for (const ground of [palette.background.paper, palette.background.default, palette.accent.soft])
      expect(contrast(palette.accent.text, ground)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(palette.accent.ring, palette.background.paper)).toBeGreaterThanOrEqual(3)
  }
})

test('SH5: the direction reaches every part of the kit', () => {
  expect(settingsTheme(brand, 'primary', 'rtl').direction).toBe('rtl')
})
