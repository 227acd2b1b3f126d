import type { Brand } from '@tablewire/contracts/identity/brands'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { tones } from '#src/kit/tones.ts'
import { shippedBrands } from '../../../server/src/features/brands/shipped-brands.ts'
import { aBrand } from '../../../tests/build/a-brand.ts'
import { contrast } from './colour.ts'
import { paletteOf, type Scheme } from './palette.ts'

/** The three brands as shipped, then what people might make. */
const brands: Record<string, Brand> = {
  ...Object.fromEntries(shippedBrands.map((brand) => [brand.name, brand])),
  'a pale one': aBrand({ mode: 'light', palette: { primary: '#FFE08A' } }),
  'a black one': aBrand({ mode: 'dark', palette: { primary: '#000' } }),
  'a grey ground': aBrand({ mode: 'light', palette: { primary: '#7367F0', background: '#808080', paper: '#8a8a8a' } }),
  'a dark ground called light': aBrand({ mode: 'light', palette: { primary: '#7367F0', background: '#101010', paper: '#202020' } }),
  'one without colours': aBrand({ mode: 'light', palette: {} }),
}
const schemes: readonly Scheme[] = ['light', 'dark']
const cases = Object.entries(brands).flatMap(([name, brand]) => schemes.map((scheme) => [name, scheme, brand] as const))

type Fill = { main: string; dark?: string; contrastText: string }
type Pair = { readonly what: string; readonly colour: string; readonly under: string; readonly least: number }

/** Every text on every ground it may meet (4.5:1), every edge, ring and mark on what it stands on (3:1). */
const pairsOf = (brand: Brand, scheme: Scheme): Pair[] => {
  const palette = paletteOf(brand, scheme)
  const { tone, ground, accent } = palette as { tone: NonNullable<typeof palette.tone> } & Required<
    Pick<typeof palette, 'ground' | 'accent'>
  >
  const text = palette.text as { primary: string; secondary: string }
  const { paper, default: page } = palette.background as { paper: string; default: string }
  const flat = { paper, page, hover: ground.hover, sunken: ground.sunken, field: ground.field }
  const chosen = { ...flat, selected: ground.selected }
  const on = (what: string, colour: string, grounds: Record<string, string>, least = 4.5): Pair[] =>
    Object.entries(grounds).map(([name, under]) => ({ what: `${what} on ${name}`, colour, under, least }))
  const fills = {
    primary: palette.primary,
    secondary: palette.secondary,
    error: palette.error,
    warning: palette.warning,
    info: palette.info,
    success: palette.success,
  }
  return [
    ...on('text', text.primary, { ...chosen, accentSoft: accent.soft }, 7),
    ...on('quiet text', text.secondary, chosen),
    ...on('icons', palette.action?.active as string, flat),
    ...on('accent', accent.text, { ...chosen, accentSoft: accent.soft }),
    ...tones.flatMap((name) => on(`tone ${name}`, tone[name].text, { ...chosen, soft: tone[name].soft })),
    ...tones.flatMap((name) => on(`mark ${name}`, tone[name].solid, { paper, page, hover: ground.hover }, 3)),
    ...on('edge of a field', ground.edge, { paper, page, field: ground.field }, 3),
    ...on('focus ring', accent.ring, { ...chosen, accentSoft: accent.soft }, 3),
    ...on('hint', paper, { 'inverted ground': text.primary }),
    ...Object.entries(fills).flatMap(([name, fill]) => {
      const { main, dark, contrastText } = fill as Fill
      return [...on(`text of a ${name} button`, contrastText, { main, ...(dark ? { pointed: dark } : {}) })]
    }),
  ]
}
const tooWeak = (brand: Brand, scheme: Scheme): string[] =>
  pairsOf(brand, scheme).flatMap(({ what, colour, under, least }) =>
    contrast(colour, under) < least ? [`${what}: ${colour} on ${under} is ${contrast(colour, under).toFixed(2)}, not ${least}`] : [],
  )

describe('Look: colours read at AA', () => {
  // A semi-dark page is the light scheme with a menu in the dark one: both are counted here.
  test.each(cases)('%s brand, %s: every text on every ground, every edge, ring and mark', (_name, scheme, brand) => {
    expect(pairsOf(brand, scheme).length).toBeGreaterThan(90)
    expect(tooWeak(brand, scheme)).toEqual([])
  })

  test('SH5: any primary colour somebody may choose, and any brand somebody may make', () => {
    const colour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)
    const some = fc.record(
      {
        primary: colour,
        secondary: colour,
        success: colour,
        error: colour,
        warning: colour,
        info: colour,
        background: colour,
        paper: colour,
      },
      { requiredKeys: [] },
    )
    const brand = fc.tuple(fc.constantFrom('light' as const, 'dark' as const, 'semi-dark' as const), some, fc.option(colour))
    fc.assert(
      fc.property(brand, fc.constantFrom(...schemes), ([mode, palette, hover], scheme) => {
        expect(
          tooWeak(aBrand({ mode, palette: palette as Record<string, string>, buttonHover: hover ? { primary: hover } : {} }), scheme),
        ).toEqual([])
      }),
      { numRuns: 400 },
    )
  })
})
