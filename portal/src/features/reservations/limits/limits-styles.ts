import { styled } from '@mui/material/styles'
import { cellInput } from '#src/kit/form/cell-input.ts'

export const LimitsRoot = styled('div')(({ theme }) => ({
  fontSize: '0.875rem',
  '& > header': { padding: '16px 56px 14px 18px', '& h2': { ...theme.typography.h2, margin: 0 }, '& p': { margin: '2px 0 0' } },
  '& .meals': { display: 'flex', flexWrap: 'wrap', gap: 6, padding: '0 18px 14px' },
  '& input[aria-invalid="true"]': { outline: `2px solid ${theme.vars.palette.tone.danger.solid}` },
  '& form': { display: 'grid', gap: 16, padding: '14px 18px 18px', borderTop: `1px solid ${theme.vars.palette.divider}` },
  '& .hint': { margin: 0, color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& .pair': { display: 'grid', gridTemplateColumns: '1fr 1fr', gap: 12 },
  '& .line': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', justifyContent: 'space-between', gap: 8 },
  '& .line h3': { ...theme.typography.h3, margin: 0 },
  '& table': { width: '100%', borderCollapse: 'collapse', fontVariantNumeric: 'tabular-nums' },
  '& th': { padding: '2px 6px 6px 0', color: theme.vars.palette.text.secondary, fontSize: '0.75rem', fontWeight: 500, textAlign: 'start' },
  '& td': { padding: '2px 6px 2px 0', '&:last-of-type': { paddingInlineEnd: 0 } },
  '& tbody th': { padding: '2px 6px 2px 0', color: theme.vars.palette.text.primary, fontSize: '0.875rem', fontWeight: 600 },
  '& tr.over .booked': { color: theme.vars.palette.tone.danger.text, fontWeight: 700 },
  '& td input': { ...cellInput(theme), minWidth: 56 },
  '& .foot': {
    position: 'sticky',
    bottom: 0,
    display: 'grid',
    gap: 8,
    margin: '0 -18px -18px',
    padding: '12px 18px',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    backgroundColor: theme.vars.palette.background.paper,
  },
  '& .acts': { display: 'flex', gap: 8 },
}))
