import type { Theme } from '@mui/material/styles'

/** What surfaces lie on the page with: a soft shadow, or a line around them (SH5, Skin). Parts in the other scheme draw the line in theirs. */
export const surfaceStyles = (theme: Pick<Theme, 'vars'>) => ({
  ':root, [data-mode]': {
    '--skin-edge': 'transparent',
    '--skin-shadow': '0 1px 2px rgba(20, 21, 36, 0.05), 0 2px 10px rgba(20, 21, 36, 0.07)',
  },
  '[data-mode="dark"]': { '--skin-shadow': '0 1px 2px rgba(0, 0, 0, 0.2), 0 2px 10px rgba(0, 0, 0, 0.22)' },
  ':root[data-skin="bordered"], :root[data-skin="bordered"] [data-mode]': {
    '--skin-edge': theme.vars.palette.divider,
    '--skin-shadow': 'none',
  },
})
