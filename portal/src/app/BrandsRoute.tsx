import type { Brand } from '@tablewire/contracts/identity/brands'
import { lazy } from 'react'
import { contrast } from './colour.ts'
import { paletteOf } from './palette.ts'
import { themeOf } from './theme.ts'

const BrandsPage = lazy(() => import('#src/features/brands/BrandsPage.tsx').then((module) => ({ default: module.BrandsPage })))

/** The style sheet of one scheme, as the theme writes it for the whole page. */
const varsOf = (brand: Brand, scheme: 'light' | 'dark'): Record<string, string> => {
  const sheets = themeOf(brand).generateStyleSheets() as Record<string, Record<string, string>>[]
  const own = sheets.flatMap((sheet) => Object.entries(sheet)).filter(([selector]) => selector.includes(`[data-mode="${scheme}"]`))
  return Object.fromEntries(own.flatMap(([, rules]) => Object.entries(rules)).filter(([name]) => name.startsWith('--')))
}

const brandThemeOf = (brand: Brand) => ({
  vars: { light: varsOf(brand, 'light'), dark: varsOf(brand, 'dark') },
  palette: { light: paletteOf(brand, 'light'), dark: paletteOf(brand, 'dark') },
})
const tools = { brandThemeOf, contrast }

/** Lends the page of brands the frame's own way to colours, so that its preview is what will be seen. */
export const BrandsRoute = () => <BrandsPage tools={tools} />
