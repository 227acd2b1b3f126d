import { styled } from '@mui/material/styles'

/** Messages one below the other, and the place to write below them. */
export const Root = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2),
  maxWidth: 860,
  minWidth: 0,
  '& p': { margin: 0, fontSize: '0.875rem' },
  '& small, & .quiet': { color: theme.vars.palette.text.secondary },
  '& ol, & ul': { margin: 0, padding: 0, listStyle: 'none' },
  '& ol': { display: 'grid', gap: theme.spacing(1.5) },
  '& ol > li': {
    display: 'grid',
    gap: 6,
    minWidth: 0,
    padding: theme.spacing(1.5),
    border: `1px solid ${theme.vars.palette.divider}`,
    borderRadius: theme.vars.shape.borderRadius,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& ol > li[data-mine="true"]': { backgroundColor: theme.vars.palette.accent.soft },
  '& .said': { whiteSpace: 'pre-wrap', overflowWrap: 'anywhere', fontSize: '0.875rem' },
  '& .line, & .head, & .files, & .acts': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.spacing(1) },
  '& .head > .end': { marginInlineStart: 'auto' },
  '& .files li': { overflowWrap: 'anywhere', fontSize: '0.8125rem' },
  '& .wrong': { color: theme.vars.palette.error.main, fontSize: '0.8125rem' },
  '& .write': { display: 'grid', gap: theme.spacing(1) },
  '& fieldset.line': { margin: 0, padding: 0, border: 0 },
  '& .acts': { justifyContent: 'space-between' },
  '& .attach': { width: 'auto', flex: '1 1 220px', minHeight: 40, padding: '0 12px' },
}))
