import type { Brand } from '@tablewire/contracts/brands'
import type { PaletteOptions } from '@mui/material/styles'
import type { Tone, ToneColours } from '#src/kit/tones.ts'
import { fillOf, isColour, mix, readable } from './colour.ts'

type Scheme = 'light' | 'dark'
type Neutrals = {
  default: string
  paper: string
  sunken: string
  hover: string
  field: string
  ink: string
  quiet: string
  divider: string
  border: string
}

const neutrals: Record<Scheme, Neutrals> = {
  light: {
    default: '#f6f6f9',
    paper: '#ffffff',
    sunken: '#eeeef3',
    hover: '#f1f1f6',
    field: '#ffffff',
    ink: '#23242f',
    quiet: '#5d6072',
    divider: '#e4e4ec',
    border: '#8a8d9e',
  },
  dark: {
    default: '#14151d',
    paper: '#1b1d28',
    sunken: '#101118',
    hover: '#252836',
    field: '#171922',
    ink: '#e6e7ee',
    quiet: '#a2a6b8',
    divider: '#2d3040',
    border: '#747990',
  },
}

/** What brands do not say themselves. */
const hues: Record<Exclude<Tone, 'primary' | 'neutral'>, string> = {
  info: '#1e88d2',
  success: '#22a45d',
  warning: '#e0870f',
  danger: '#e0454e',
  violet: '#9357d8',
  teal: '#0f9c98',
}
/** Names a brand's palette may use for our tones. */
const brandNames: Partial<Record<Tone, string>> = { info: 'info', success: 'success', warning: 'warning', danger: 'error' }

export const primaryDefault = '#7367F0'

const hueOf = (brand: Brand, tone: Tone, scheme: Scheme): string => {
  if (tone === 'neutral') return neutrals[scheme].quiet
  const own = brand.theme.palette[tone === 'primary' ? 'primary' : (brandNames[tone] ?? '')]
  if (isColour(own)) return own
  return tone === 'primary' ? primaryDefault : hues[tone]
}

const toneOf = (hue: string, { paper, hover }: Neutrals, scheme: Scheme): ToneColours => {
  const soft = mix(paper, hue, scheme === 'light' ? 0.12 : 0.2)
  return { text: readable(hue, [soft, paper, hover]), soft, solid: readable(hue, [paper], 3) }
}

/** The whole palette of one scheme, from the brand's few colours; every text on every ground it meets reads at 4.5:1. */
export const paletteOf = (brand: Brand, scheme: Scheme): PaletteOptions => {
  const ground = neutrals[scheme]
  const tone = (name: Tone): ToneColours => toneOf(hueOf(brand, name, scheme), ground, scheme)
  const primary = hueOf(brand, 'primary', scheme)
  const accent = tone('primary')
  const fill = fillOf(primary)
  const hover = brand.theme.buttonHover['primary']
  const fillWith = (name: Tone) => fillOf(hueOf(brand, name, scheme))
  return {
    mode: scheme,
    primary: {
      ...fill,
      dark: isColour(hover)
        ? readable(hover, [fill.contrastText])
        : mix(fill.main, fill.contrastText === '#ffffff' ? '#000000' : '#ffffff', 0.14),
    },
    secondary: fillWith('neutral'),
    error: fillWith('danger'),
    warning: fillWith('warning'),
    info: fillWith('info'),
    success: fillWith('success'),
    text: {
      primary: ground.ink,
      secondary: readable(ground.quiet, [ground.paper, ground.default, ground.hover]),
      disabled: mix(ground.quiet, ground.paper, 0.4),
    },
    divider: ground.divider,
    background: { default: ground.default, paper: ground.paper },
    action: { hover: ground.hover, selected: accent.soft, hoverOpacity: 0.06, focus: ground.hover },
    ground: {
      hover: ground.hover,
      selected: mix(ground.paper, primary, scheme === 'light' ? 0.08 : 0.16),
      field: ground.field,
      sunken: ground.sunken,
    },
    accent: { text: accent.text, soft: accent.soft, ring: readable(primary, [ground.paper, ground.default], 3) },
    tone: {
      neutral: { ...tone('neutral'), soft: ground.hover },
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

/** Edges of fields need 3:1; dividers are decoration and stay quiet. */
export const borderOf = (scheme: Scheme): string => neutrals[scheme].border
