import { styled } from '@mui/material/styles'

/** A part of a guest's panel, with lists and lines of fields in it. */
export const Section = styled('section')(({ theme }) => ({
  display: 'grid',
  alignContent: 'start',
  gap: theme.spacing(1.5),
  paddingBlockStart: theme.spacing(2),
  borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
  '& h3': { ...theme.typography.h3, margin: 0 },
  '& p': { margin: 0, fontSize: '0.875rem', overflowWrap: 'anywhere' },
  '& .quiet, & small': { color: theme.vars.palette.text.secondary },
  '& > [data-tone]': { justifySelf: 'start' },
  '& ul': { display: 'grid', gap: theme.spacing(1.25), margin: 0, padding: 0, listStyle: 'none', fontSize: '0.875rem' },
  '& li': { minWidth: 0, overflowWrap: 'anywhere' },
  '& li > small': { display: 'block', fontSize: '0.8125rem' },
  '& form': { display: 'grid', gap: theme.spacing(1.5) },
  '& .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.spacing(1), minWidth: 0 },
  '& .line > div': { flex: '1 1 150px' },
  '& .head': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', gap: 8, minHeight: 28 },
  '& .said': { whiteSpace: 'pre-wrap' },
  '& .warn': { color: theme.vars.palette.tone.danger.text },
}))
