import type { Brand } from '@tablewire/contracts/brands'
import { expect, test } from 'vitest'
import { tones } from '#src/kit/tones.ts'
import { contrast } from './colour.ts'
import { paletteOf, type Scheme } from './palette.ts'

const brandWith = (mode: 'light' | 'dark', palette: Record<string, string>): Brand => ({
  id: '01900000-0000-7000-8000-000000000000',
  name: 'Any',
  logo: '',
  menuLogo: '',
  favicon: '',
  domains: [],
  sdkTheme: 'any',
  theme: { mode, palette, buttonHover: { primary: palette['primary'] ?? '' } },
})

const brands: Record<string, Brand> = {
  default: brandWith('dark', {
    primary: '#7367F0',
    success: '#28C76F',
    error: '#FF6B6C',
    warning: '#FF9F43',
    info: '#26C6F9',
    background: '#16171D',
    paper: '#1F2029',
  }),
  orange: brandWith('light', { primary: '#C2410C', background: '#FFF8F2', paper: '#FFFFFF' }),
  green: brandWith('light', { primary: '#15803D', background: '#F4FBF5', paper: '#FFFFFF' }),
  'a pale one': brandWith('light', { primary: '#FFE08A' }),
  'a black one': brandWith('dark', { primary: '#000' }),
  'one without colours': brandWith('light', {}),
}
const cases = Object.entries(brands).flatMap(([name, brand]) =>
  (['light', 'dark'] as const).map((scheme) => [name, scheme, brand] as const),
)
const text = (colour: unknown): string => colour as string

test.each(cases)('%s brand, %s: every text reads on every ground it meets', (_name, scheme: Scheme, brand) => {
  const { tone, ground, accent, text: ink, background } = paletteOf(brand, scheme)
  const grounds = [text(background?.paper), text(background?.default), ground!.hover]
  for (const name of tones)
    for (const under of [...grounds, tone![name].soft]) expect(contrast(tone![name].text, under), name).toBeGreaterThanOrEqual(4.5)
  for (const under of grounds) {
    expect(contrast(accent!.text, under)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(text(ink?.secondary), under)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(text(ink?.primary), under)).toBeGreaterThanOrEqual(7)
  }
})

test.each(cases)(
  '%s brand, %s: buttons carry their own text, also while pointed at; edges and rings can be seen',
  (_name, scheme: Scheme, brand) => {
    const palette = paletteOf(brand, scheme)
    for (const fill of [palette.primary, palette.error, palette.success, palette.warning, palette.info] as {
      main: string
      contrastText: string
      dark?: string
    }[]) {
      expect(contrast(fill.main, fill.contrastText)).toBeGreaterThanOrEqual(4.5)
      if (fill.dark) expect(contrast(fill.dark, fill.contrastText)).toBeGreaterThanOrEqual(4.5)
    }
    for (const under of [text(palette.background?.paper), text(palette.background?.default)]) {
      expect(contrast(palette.ground!.edge, under)).toBeGreaterThanOrEqual(3)
      expect(contrast(palette.accent!.ring, under)).toBeGreaterThanOrEqual(3)
    }
  },
)
