import type { PaletteOptions } from '@mui/material/styles'
import { type Draft, isColour } from './brand-draft.ts'
import { type BrandTheme, type ThemeTools, type Scheme, schemes } from './brand-theme.ts'

/** WCAG 2.2: text 4.5:1. */
export const least = 4.5

export type ContrastRow = {
  what: 'button' | 'hover' | 'secondary' | 'text' | 'success' | 'error' | 'warning' | 'info'
  scheme: Scheme
  chosen: string
  used: string
  against: string
  chosenRatio: number
  usedRatio: number
}

type Fill = { main: string; dark?: string; contrastText: string }
const fill = (palette: PaletteOptions, name: 'primary' | 'secondary'): Fill => palette[name] as unknown as Fill

/** What the brand asked for, and what the portal makes of it so that everybody can read it. */
export const contrastRows = (draft: Draft, look: BrandTheme, contrast: ThemeTools['contrast']): ContrastRow[] => {
  const { colours, hover } = draft
  const rows: ContrastRow[] = []
  const add = (row: Omit<ContrastRow, 'chosenRatio' | 'usedRatio'>): void => {
    if (!isColour(row.chosen)) return
    rows.push({ ...row, chosenRatio: contrast(row.chosen, row.against), usedRatio: contrast(row.used, row.against) })
  }
  for (const scheme of schemes) {
    const palette = look.palette[scheme]
    const primary = fill(palette, 'primary')
    const secondary = fill(palette, 'secondary')
    if (scheme === 'light') {
      add({ what: 'button', scheme, chosen: colours.primary, used: primary.main, against: primary.contrastText })
      add({ what: 'hover', scheme, chosen: hover.primary, used: primary.dark ?? primary.main, against: primary.contrastText })
      add({ what: 'secondary', scheme, chosen: colours.secondary, used: secondary.main, against: secondary.contrastText })
    }
    // Text stands on paper, on the page, on pointed rows and on its own soft ground: the worst of them counts.
    const text = (what: ContrastRow['what'], chosen: string, { text: used, soft }: { text: string; soft: string }): void => {
      if (!isColour(chosen)) return
      const grounds = [soft, palette.background!.paper!, palette.background!.default!, palette.ground!.hover]
      const against = grounds.reduce((worst, ground) => (contrast(chosen, ground) < contrast(chosen, worst) ? ground : worst))
      add({ what, scheme, chosen, used, against })
    }
    text('text', colours.primary, palette.accent!)
    for (const what of ['success', 'error', 'warning', 'info'] as const)
      text(what, colours[what], palette.tone![what === 'error' ? 'danger' : what])
  }
  return rows
}

/** Where the brand's own colour cannot be read well enough and the portal takes another shade of it. */
export const isAdjusted = ({ chosen, used }: ContrastRow): boolean => chosen.toLowerCase() !== used.toLowerCase()
