import type { Theme } from '@mui/material/styles'

/**
 * A small button at the edge of the screen, within the margin of the page, so that it covers nothing anybody works with. A phone has no such margin:
 * there it stands above the page, which leaves it a row, and goes away with it.
 */
export const edgeHandle = (theme: Theme) => ({
  position: 'fixed' as const,
  width: 24,
  minWidth: 24,
  height: 44,
  padding: 0,
  border: `1px solid ${theme.vars.palette.divider}`,
  backgroundColor: theme.vars.palette.background.paper,
  [theme.breakpoints.down('sm')]: { position: 'absolute' as const, '&&': { top: 8 } },
  '@media print': { display: 'none' },
})
