import type {} from '@mui/material/themeCssVarsAugmentation'

/** Meanings a colour may carry; every one reads at 4.5:1 on its soft ground and on paper, in both schemes. */
export const tones = ['neutral', 'primary', 'info', 'success', 'warning', 'danger', 'violet', 'teal'] as const
export type Tone = (typeof tones)[number]

/** `text` on paper or on `soft`; `soft` as a ground; `solid` for dots, bars and edges (3:1 on paper). */
export type ToneColours = { text: string; soft: string; solid: string }

declare module '@mui/material/styles' {
  interface Palette {
    tone: Record<Tone, ToneColours>
    /** Grounds of hovered and selected rows, of fields, of what lies under everything; `edge` is the line around a field (3:1). */
    ground: { hover: string; selected: string; field: string; sunken: string; edge: string }
    /** The primary colour where it is text, a line or a focus ring. */
    accent: { text: string; soft: string; ring: string }
  }
  interface PaletteOptions {
    tone?: Record<Tone, ToneColours>
    ground?: Palette['ground']
    accent?: Palette['accent']
  }
}
