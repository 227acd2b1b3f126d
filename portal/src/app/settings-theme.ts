import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Theme } from '@mui/material/styles'
import { isColour } from './colour.ts'
import { hueOf } from './palette.ts'
import type { Settings } from './settings/settings.ts'
import { themeOf } from './theme.ts'

type ThemeColor = Settings['themeColor']

/** The colour a Primary Color stands for: the brand's own first, #7367F0 where it has none. */
export const swatchOf = (brand: Brand, themeColor: ThemeColor): string => {
  if (themeColor === 'secondary') return isColour(brand.theme.palette['secondary']) ? brand.theme.palette['secondary'] : '#6d7385'
  return hueOf(brand, themeColor === 'error' ? 'danger' : themeColor)
}

/** The brand's theme with another of its colours in front; the palette makes whatever comes readable. */
export const settingsTheme = (brand: Brand, themeColor: ThemeColor, direction: Settings['direction']): Theme => {
  if (themeColor === 'primary') return themeOf(brand, direction)
  const palette = { ...brand.theme.palette, primary: swatchOf(brand, themeColor) }
  return themeOf({ ...brand, theme: { ...brand.theme, palette, buttonHover: {} } }, direction)
}
