import type { Brand } from '@tablewire/contracts/identity/brands'
import { themeOf } from '../theme.ts'

type Sheets = Record<string, Record<string, string | number>>[]

const palettes: Record<string, { mode: 'light' | 'dark'; palette: Record<string, string> }> = {
  Tablewire: { mode: 'dark', palette: { primary: '#7367F0', background: '#16171D', paper: '#1F2029' } },
  'Mesa Naranja': { mode: 'light', palette: { primary: '#C2410C', background: '#FFF8F2', paper: '#FFFFFF' } },
  Verdant: { mode: 'light', palette: { primary: '#15803D', background: '#F4FBF5', paper: '#FFFFFF' } },
}
export const brandNames = Object.keys(palettes)

const brandOf = (name: string): Brand => {
  const { mode, palette } = palettes[name]!
  const theme = { mode, palette, buttonHover: {} } as Brand['theme']
  return {
    id: `01900000-0000-7000-8000-${String(brandNames.indexOf(name)).padStart(12, '0')}`,
    name,
    logo: '',
    menuLogo: '',
    favicon: '',
    domains: [],
    sdkTheme: '',
    theme,
  }
}

/** A brand's variables for a part of the page only: all brands stand side by side, in both schemes. */
export const scopedStyles = (): Record<string, object> => {
  const rules: Record<string, object> = {}
  for (const name of brandNames)
    for (const sheet of themeOf(brandOf(name), 'ltr').generateStyleSheets() as Sheets)
      for (const [selector, variables] of Object.entries(sheet)) {
        const scheme = /data-mode="(\w+)"/.exec(selector)?.[1]
        rules[`[data-kit-brand="${name}"]${scheme ? `[data-mode="${scheme}"]` : ''}`] = variables
      }
  return rules
}
