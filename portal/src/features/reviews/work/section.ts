import { styled } from '@mui/material/styles'

/** A part of a review's panel, with lists and lines of fields in it. */
export const Section = styled('section')(({ theme }) => ({
  display: 'grid',
  alignContent: 'start',
  gap: theme.spacing(1.5),
  paddingBlockStart: theme.spacing(2),
  borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
  '& h4': { margin: 0, fontSize: '0.8125rem', fontWeight: 650 },
  '& p': { margin: 0, fontSize: '0.875rem' },
  '& .quiet': { color: theme.vars.palette.text.secondary },
  '& > [data-tone]': { justifySelf: 'start' },
  '& dl': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '6px 16px', margin: 0, fontSize: '0.875rem' },
  '& dl:empty': { display: 'none' },
  '& dd': { whiteSpace: 'pre-wrap' },
  '& ul': { display: 'grid', gap: theme.spacing(1), margin: 0, padding: 0, listStyle: 'none', fontSize: '0.875rem' },
  '& ul:empty': { display: 'none' },
  '& form': { display: 'grid', gap: theme.spacing(1) },
  '& .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: theme.spacing(1) },
  '& .line > div': { flex: '1 1 150px' },
  '& .line > span': { flex: '1 1 auto' },
  '& .head': { display: 'flex', alignItems: 'center', justifyContent: 'space-between', minHeight: 24 },
}))
