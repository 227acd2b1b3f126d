import { styled } from '@mui/material/styles'

/** What stands in a side panel: a title clear of the cross, facts as a `dl`, and `.acts` in a row. */
export const PanelBody = styled('div')(({ theme }) => ({
  display: 'grid',
  alignContent: 'start',
  gap: theme.spacing(2),
  padding: theme.spacing(2.5),
  '& h2': { ...theme.typography.h2, margin: 0, paddingInlineEnd: 36 },
  '& h3': { ...theme.typography.h3, margin: 0 },
  '& > p': { margin: 0, color: theme.vars.palette.text.secondary, fontSize: '0.875rem' },
  '& > dl': { display: 'grid', gridTemplateColumns: 'auto minmax(0, 1fr)', gap: '6px 16px', margin: 0, fontSize: '0.875rem' },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere', fontVariantNumeric: 'tabular-nums' },
  '& .acts': { display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1) },
}))
