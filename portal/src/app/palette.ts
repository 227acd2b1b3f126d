import type { Brand } from '@tablewire/contracts/identity/brands'
import type { PaletteOptions } from '@mui/material/styles'
import type { Tone, ToneColours } from '#src/kit/tones.ts'
import { contrast, fillOf, isColour, mix, readable } from './colour.ts'

export type Scheme = 'light' | 'dark'
type Grounds = { page: string; paper: string; ink: string; quiet: string }

const plain: Record<Scheme, Grounds> = {
  light: { page: '#f6f6f9', paper: '#ffffff', ink: '#23242f', quiet: '#5d6072' },
  dark: { page: '#16171d', paper: '#1f2029', ink: '#e8e9ef', quiet: '#a4a7b6' },
}
const hues: Record<Exclude<Tone, 'primary' | 'neutral'>, string> = {
  info: '#1e88d2',
  success: '#22a45d',
  warning: '#d98310',
  danger: '#e0454e',
  violet: '#9357d8',
  teal: '#0f9c98',
}
/** Names of tones in a brand's palette, where they differ. */
const brandNames: Partial<Record<Tone, string>> = { danger: 'error' }
export const primaryDefault = '#7367F0'

/** A ground of a brand's own keeps its tint, but gives way to ours as far as text needs it to. */
const fitted = (own: unknown, ground: string, ink: string): string => {
  if (!isColour(own)) return ground
  for (let share = 0; share < 1; share += 0.1) if (contrast(ink, mix(own, ground, share)) >= 11) return mix(own, ground, share)
  return ground
}

/** A brand's own grounds belong to the scheme it was drawn for; the other scheme keeps ours. */
const groundsOf = (brand: Brand, scheme: Scheme): Grounds => {
  const { background, paper } = brand.theme.palette
  const ours = plain[scheme]
  if ((brand.theme.mode === 'dark') !== (scheme === 'dark')) return ours
  return { ...ours, page: fitted(background, ours.page, ours.ink), paper: fitted(paper, ours.paper, ours.ink) }
}

/** As much of the hue in the paper as leaves the ink well readable on it. */
const tinted = ({ paper, ink }: Grounds, hue: string, share: number): string => {
  for (let part = share; part > 0.02; part *= 0.8) if (contrast(ink, mix(paper, hue, part)) >= 7) return mix(paper, hue, part)
  return paper
}

export const hueOf = (brand: Brand, tone: Exclude<Tone, 'neutral'>): string => {
  const own = brand.theme.palette[brandNames[tone] ?? tone]
  if (isColour(own)) return own
  return tone === 'primary' ? primaryDefault : hues[tone]
}

const buttonOf = (brand: Brand, name: 'primary' | 'secondary', hue: string) => {
  const fill = fillOf(hue)
  const hover = brand.theme.buttonHover[name]
  const dark = isColour(hover)
    ? readable(hover, [fill.contrastText])
    : mix(fill.main, fill.contrastText === '#ffffff' ? '#000000' : '#ffffff', 0.14)
  return { ...fill, dark }
}

/** The whole palette of one scheme, from the brand's few colours; every text on every ground it may meet reads at 4.5:1. */
export const paletteOf = (brand: Brand, scheme: Scheme): PaletteOptions => {
  const own = groundsOf(brand, scheme)
  const { page, paper, ink, quiet } = own
  const light = scheme === 'light'
  const primary = hueOf(brand, 'primary')
  const hover = mix(paper, ink, light ? 0.045 : 0.06)
  const field = light ? paper : mix(paper, page, 0.5)
  const sunken = light ? mix(page, ink, 0.03) : mix(page, '#000000', 0.25)
  const selected = tinted(own, primary, light ? 0.08 : 0.16)
  // What any text may stand on, before the tone's own ground.
  const grounds = [paper, page, hover, sunken, field, selected]
  const toneOf = (hue: string, soft = tinted(own, hue, light ? 0.12 : 0.2)): ToneColours => ({
    text: readable(hue, [soft, ...grounds]),
    soft,
    solid: readable(hue, [paper, page, hover], 3),
  })
  const tone = (name: Exclude<Tone, 'neutral'>): ToneColours => toneOf(hueOf(brand, name))
  const accent = tone('primary')
  const quietText = readable(quiet, grounds)
  return {
    mode: scheme,
    primary: buttonOf(brand, 'primary', primary),
    secondary: buttonOf(brand, 'secondary', isColour(brand.theme.palette['secondary']) ? brand.theme.palette['secondary'] : quiet),
    error: fillOf(hueOf(brand, 'danger')),
    warning: fillOf(hueOf(brand, 'warning')),
    info: fillOf(hueOf(brand, 'info')),
    success: fillOf(hueOf(brand, 'success')),
    text: { primary: ink, secondary: quietText, disabled: mix(quiet, paper, 0.35) },
    divider: mix(paper, ink, light ? 0.11 : 0.13),
    background: { default: page, paper },
    action: { active: quietText, hover, selected: accent.soft, focus: hover, hoverOpacity: 0.06 },
    ground: { hover, selected, field, sunken, edge: readable(mix(paper, quiet, 0.6), [paper, page, field], 3) },
    accent: { text: accent.text, soft: accent.soft, ring: readable(primary, [...grounds, accent.soft], 3) },
    tone: {
      neutral: { ...toneOf(quiet, hover), soft: hover },
      primary: accent,
      info: tone('info'),
      success: tone('success'),
      warning: tone('warning'),
      danger: tone('danger'),
      violet: tone('violet'),
      teal: tone('teal'),
    },
  }
}
