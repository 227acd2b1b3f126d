import { styled } from '@mui/material/styles'

/** Figures in rows; on a telephone it is moved sideways within its card. */
export const PlainTable = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontVariantNumeric: 'tabular-nums',
  '& th': { fontWeight: 500, textAlign: 'start' },
  '& thead th': { color: theme.vars.palette.text.secondary, fontSize: '0.75rem', verticalAlign: 'bottom' },
  '& th, & td': { padding: theme.spacing(1, 1.5, 1, 0), verticalAlign: 'top' },
  '& .number': { textAlign: 'end' },
  '& tbody tr': { borderTop: `1px solid ${theme.vars.palette.divider}` },
}))
export const Sideways = styled('section')({ overflowX: 'auto' })
