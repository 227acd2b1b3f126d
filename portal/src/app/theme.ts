import type { Brand } from '@tablewire/contracts/identity/brands'
import { type Components, createTheme, type Theme } from '@mui/material/styles'
import { focusFirst } from '#src/kit/first-focus.ts'
import '#src/kit/tones.ts'
import { mirrorStyles } from './mirror-styles.ts'
import { paletteOf } from './palette.ts'
import { surfaceStyles } from './surface-styles.ts'

const fontFamily =
  '"Inter Variable", Inter, "Segoe UI Variable Text", "Segoe UI", system-ui, -apple-system, Roboto, "Helvetica Neue", "Noto Sans", sans-serif'

const typography = {
  fontFamily,
  fontSize: 14,
  h1: { fontSize: '1.375rem', fontWeight: 600, lineHeight: 1.25, letterSpacing: '-0.012em' },
  h2: { fontSize: '1.125rem', fontWeight: 600, lineHeight: 1.3, letterSpacing: '-0.008em' },
  h3: { fontSize: '1rem', fontWeight: 600, lineHeight: 1.35 },
  h4: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.4 },
  subtitle1: { fontSize: '0.9375rem', fontWeight: 600, lineHeight: 1.4 },
  subtitle2: { fontSize: '0.8125rem', fontWeight: 600, lineHeight: 1.4 },
  body1: { fontSize: '0.9375rem', lineHeight: 1.5 },
  body2: { fontSize: '0.875rem', lineHeight: 1.45 },
  button: { fontSize: '0.875rem', fontWeight: 600, lineHeight: 1.4, textTransform: 'none' as const },
  caption: { fontSize: '0.75rem', lineHeight: 1.4 },
  overline: { fontSize: '0.6875rem', fontWeight: 600, lineHeight: 1.4, letterSpacing: '0.06em', textTransform: 'uppercase' as const },
}

/** Fingers need more room than a mouse. */
const forFingers = (minHeight: number) => ({ '@media (pointer: coarse)': { minHeight } })

const buttons: Components<Theme> = {
  MuiButtonBase: { defaultProps: { disableRipple: true } },
  MuiButton: {
    defaultProps: { disableElevation: true },
    styleOverrides: {
      root: { minHeight: 36, padding: '6px 14px', whiteSpace: 'nowrap', ...forFingers(44) },
      sizeSmall: { minHeight: 30, padding: '3px 10px', fontSize: '0.8125rem', ...forFingers(40) },
      sizeLarge: { minHeight: 44, padding: '9px 20px', fontSize: '0.9375rem' },
      text: ({ theme, ownerState }) => {
        if (ownerState.color === 'error') return { color: theme.vars.palette.tone.danger.text }
        return ownerState.color === 'primary' ? { color: theme.vars.palette.accent.text } : {}
      },
      outlined: ({ theme, ownerState }) => ({
        borderColor: theme.vars.palette.divider,
        color: ownerState.color === 'error' ? theme.vars.palette.tone.danger.text : theme.vars.palette.text.primary,
        '&:hover': { borderColor: theme.vars.palette.text.secondary, backgroundColor: theme.vars.palette.ground.hover },
      }),
    },
  },
  MuiIconButton: { styleOverrides: { root: ({ theme }) => ({ borderRadius: theme.vars.shape.borderRadius, ...forFingers(44) }) } },
  MuiToggleButton: {
    styleOverrides: {
      root: ({ theme }) => ({
        padding: '6px 12px',
        lineHeight: 1.5,
        color: theme.vars.palette.text.secondary,
        '&.Mui-selected, &.Mui-selected:hover': { backgroundColor: theme.vars.palette.accent.soft, color: theme.vars.palette.accent.text },
        ...forFingers(44),
      }),
    },
  },
  // Buttons that stand in a second line have no neighbour whose edge would be theirs as well.
  MuiToggleButtonGroup: {
    styleOverrides: {
      middleButton: ({ theme }) => ({ borderInlineStartColor: theme.vars.palette.divider }),
      lastButton: ({ theme }) => ({ borderInlineStartColor: theme.vars.palette.divider }),
      grouped: ({ theme }) => ({
        '&.Mui-selected + .MuiToggleButtonGroup-grouped.Mui-selected': {
          marginLeft: -1,
          borderLeft: `1px solid ${theme.vars.palette.divider}`,
        },
      }),
    },
  },
}

const fields: Components<Theme> = {
  MuiTextField: { defaultProps: { size: 'small', fullWidth: true } },
  MuiFormControl: { defaultProps: { size: 'small' } },
  // Labels stand above their fields: they never move, never cover a value, and long German ones have room.
  MuiInputLabel: {
    defaultProps: { shrink: true },
    styleOverrides: {
      root: ({ theme }) => ({
        position: 'static',
        transform: 'none',
        maxWidth: '100%',
        marginBottom: 5,
        color: theme.vars.palette.text.primary,
        fontSize: '0.8125rem',
        fontWeight: 500,
        lineHeight: 1.4,
        whiteSpace: 'normal',
        pointerEvents: 'auto',
        '&.Mui-focused': { color: theme.vars.palette.text.primary },
        '&.Mui-error': { color: theme.vars.palette.tone.danger.text },
      }),
    },
  },
  MuiOutlinedInput: {
    defaultProps: { notched: false },
    styleOverrides: {
      root: ({ theme }) => ({
        backgroundColor: theme.vars.palette.ground.field,
        '& .MuiOutlinedInput-notchedOutline': { top: 0, borderColor: theme.vars.palette.ground.edge, '& legend': { display: 'none' } },
        '&.Mui-focused .MuiOutlinedInput-notchedOutline': { borderColor: theme.vars.palette.accent.ring },
      }),
      // Below 16 px phones zoom into the page when a field is touched.
      input: { '@media (pointer: coarse)': { fontSize: '1rem' } },
    },
  },
  MuiFormHelperText: {
    styleOverrides: { root: ({ theme }) => ({ marginLeft: 2, '&.Mui-error': { color: theme.vars.palette.tone.danger.text } }) },
  },
  MuiCheckbox: { styleOverrides: { root: ({ theme }) => ({ '&.Mui-checked': { color: theme.vars.palette.accent.text } }) } },
  MuiRadio: { styleOverrides: { root: ({ theme }) => ({ '&.Mui-checked': { color: theme.vars.palette.accent.text } }) } },
}

const surfaces: Components<Theme> = {
  MuiPaper: {
    defaultProps: { elevation: 0 },
    styleOverrides: { root: { backgroundImage: 'none' }, outlined: ({ theme }) => ({ borderColor: theme.vars.palette.divider }) },
  },
  MuiDialog: {
    defaultProps: { slotProps: { transition: { onEnter: focusFirst, onEntered: focusFirst } } },
    styleOverrides: { paper: ({ theme }) => ({ border: `1px solid ${theme.vars.palette.divider}`, boxShadow: theme.vars.shadows[16] }) },
  },
  MuiDialogTitle: { styleOverrides: { root: { padding: '18px 20px 8px', fontSize: '1.125rem', fontWeight: 600 } } },
  MuiDialogContent: { styleOverrides: { root: { padding: '8px 20px 12px' } } },
  // Long words of another language take a line of their own on a phone, instead of hanging over their button.
  MuiDialogActions: { styleOverrides: { root: { flexWrap: 'wrap', padding: '8px 20px 18px', gap: '8px 4px' } } },
  MuiMenu: {
    styleOverrides: {
      paper: ({ theme }) => ({
        minWidth: 180,
        maxWidth: 'min(360px, 100vw)',
        border: `1px solid ${theme.vars.palette.divider}`,
        boxShadow: theme.vars.shadows[8],
      }),
    },
  },
  MuiMenuItem: { styleOverrides: { root: { minHeight: 36, fontSize: '0.875rem', ...forFingers(44) } } },
  MuiTooltip: {
    defaultProps: { enterDelay: 400, disableInteractive: false },
    styleOverrides: {
      tooltip: ({ theme }) => ({
        fontSize: '0.75rem',
        fontWeight: 500,
        backgroundColor: theme.vars.palette.text.primary,
        color: theme.vars.palette.background.paper,
      }),
    },
  },
  MuiLink: {
    defaultProps: { underline: 'hover' },
    styleOverrides: {
      // In a sentence colour alone would not tell it from its neighbours.
      root: ({ theme }) => ({ color: theme.vars.palette.accent.text, 'p > &': { textDecoration: 'underline', textUnderlineOffset: 2 } }),
    },
  },
}

/** Where the system chooses the colours, grounds are gone: what only they told gets a line instead. */
const forcedColours = {
  '@media (forced-colors: active)': {
    ':focus-visible, .MuiButtonBase-root.Mui-focusVisible': { outline: '2px solid Highlight' },
    '.MuiButton-contained, .MuiIconButton-root, [data-tone]': { border: '1px solid' },
    '[aria-current="page"], [aria-selected="true"], [aria-pressed="true"]': { outline: '2px solid Highlight', outlineOffset: -2 },
    '.Mui-disabled, [disabled]': { color: 'GrayText' },
  },
}

/** Paper is light whatever the screen shows, its ground is left white, and a table's row is never cut in two. */
const onPaper = (theme: Theme) => {
  const sheets = theme.generateStyleSheets() as Record<string, Record<string, unknown>>[]
  const found = sheets.flatMap((sheet) => Object.entries(sheet)).find(([selector]) => selector.includes('[data-mode="light"]'))
  const light = Object.fromEntries(Object.entries(found?.[1] ?? {}).filter(([name]) => name.includes('-palette-')))
  return {
    '@page': { margin: '14mm 12mm' },
    '@media print': {
      'html[data-mode], html [data-mode]': {
        ...light,
        '--tw-palette-background-default': '#ffffff',
        '--tw-palette-background-paper': '#ffffff',
        '--tw-palette-ground-hover': '#ffffff',
        '--tw-palette-ground-sunken': '#ffffff',
        colorScheme: 'light',
      },
      'html[data-mode]': { backgroundColor: '#ffffff' },
      body: { backgroundColor: '#ffffff', color: '#000000', fontSize: '10pt' },
      // What is half-way between two colours would be printed so.
      '*': { transition: 'none !important' },
      'tr, li, [role="row"]': { breakInside: 'avoid' },
      'h1, h2, h3': { breakAfter: 'avoid' },
    },
  }
}

const baseline: Components<Theme> = {
  MuiCssBaseline: {
    styleOverrides: (theme) => ({
      'html[data-mode]': { backgroundColor: theme.vars.palette.background.default, colorScheme: 'light' },
      'html[data-mode="dark"]': { colorScheme: 'dark' },
      ...surfaceStyles(theme),
      ...mirrorStyles(theme),
      body: { fontFeatureSettings: '"cv05", "ss03"', overflowWrap: 'break-word' },
      // See kit/Icon.tsx; the weakest of rules, so that every place may say otherwise.
      ':where(svg.icon)': { display: 'inline-block', flexShrink: 0, fill: 'currentColor', verticalAlign: 'middle' },
      // One ring for everything that can be reached by keyboard.
      ':focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
      '.MuiButtonBase-root.Mui-focusVisible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
      '.MuiInputBase-input:focus-visible': { outline: 'none' },
      '::selection': { backgroundColor: theme.vars.palette.accent.soft, color: theme.vars.palette.text.primary },
      '@media (prefers-reduced-motion: reduce)': {
        '*, *::before, *::after': {
          animationDuration: '0.01ms !important',
          animationIterationCount: '1 !important',
          transitionDuration: '0.01ms !important',
          scrollBehavior: 'auto !important',
        },
      },
      ...forcedColours,
      ...onPaper(theme),
    }),
  },
}

const soft = (alpha: number, blur: number, y: number): string => `0 ${y}px ${blur}px rgba(12, 13, 22, ${alpha})`
/** Flat by default; only what lies above the page throws a shadow, and only three kinds of it. */
const shadows = Array.from({ length: 25 }, (_, level) => {
  if (level === 0) return 'none'
  if (level < 4) return soft(0.14, 4, 1)
  return level < 12 ? soft(0.2, 20, 6) : soft(0.32, 48, 16)
}) as Theme['shadows']

/** SH7: radius 6, the breakpoints, the toolbar of 64. Both schemes stand in one style sheet; `data-mode` chooses, also for a part of the page. */
export const themeOf = (brand: Brand, direction: 'ltr' | 'rtl' = 'ltr'): Theme =>
  createTheme({
    direction,
    cssVariables: { cssVarPrefix: 'tw', colorSchemeSelector: '[data-mode="%s"]' },
    colorSchemes: { light: { palette: paletteOf(brand, 'light') }, dark: { palette: paletteOf(brand, 'dark') } },
    breakpoints: { values: { xs: 0, sm: 600, md: 900, lg: 1200, xl: 1536 } },
    shape: { borderRadius: 6 },
    mixins: { toolbar: { minHeight: 64 } },
    typography,
    shadows,
    components: { ...buttons, ...fields, ...surfaces, ...baseline },
  })
