import type { PaletteOptions } from '@mui/material/styles'
import type { Brand } from '@tablewire/contracts/identity/brands'

export type Scheme = 'light' | 'dark'
export const schemes = ['light', 'dark'] as const

/** How a brand comes out on the screen, as the portal itself works it out. */
export type BrandTheme = {
  /** The style sheet of each scheme, to be put around a part of the page. */
  vars: Record<Scheme, Record<string, string>>
  palette: Record<Scheme, PaletteOptions>
}
/** Handed in by the frame: the theme is the frame's, and features do not reach into it. */
export type ThemeTools = { brandThemeOf: (brand: Brand) => BrandTheme; contrast: (first: string, second: string) => number }
