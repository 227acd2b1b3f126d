import { styled } from '@mui/material/styles'

const ink = '#000000'
const line = '#8a8a8a'

/** A page of paper: black on white whatever the screen shows. */
export const SheetPaper = styled('article')(({ theme }) => ({
  colorScheme: 'light',
  boxSizing: 'border-box',
  width: '100%',
  minWidth: 0,
  maxWidth: 1000,
  margin: '0 auto 20px',
  padding: '28px 32px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: '#ffffff',
  color: ink,
  fontSize: '0.875rem',
  fontVariantNumeric: 'tabular-nums',
  '& header': { marginBottom: 14, paddingBottom: 10, borderBottom: `2px solid ${ink}` },
  '& h2': { margin: 0, fontSize: '1.375rem', lineHeight: 1.25, overflowWrap: 'anywhere' },
  '& header p': { margin: '2px 0 0' },
  '& header .sums': { marginTop: 6, fontSize: '1rem', fontWeight: 650 },
  '& h3': { margin: '18px 0 6px', fontSize: '1rem' },
  '& .note': {
    margin: '0 0 6px',
    padding: '6px 10px',
    border: `1px solid ${line}`,
    whiteSpace: 'pre-line',
    overflowWrap: 'anywhere',
    breakInside: 'avoid',
  },
  '& .note small': { display: 'block' },
  '& table': { width: '100%', borderCollapse: 'collapse' },
  '& th': {
    padding: '4px 8px 4px 0',
    borderBottom: `1px solid ${ink}`,
    fontSize: '0.75rem',
    fontWeight: 650,
    textAlign: 'start',
    verticalAlign: 'bottom',
  },
  '& td': { padding: '6px 8px 6px 0', borderBottom: `1px solid ${line}`, verticalAlign: 'top', overflowWrap: 'anywhere' },
  '& thead': { display: 'table-header-group' },
  '& tr': { breakInside: 'avoid' },
  '& .number': { textAlign: 'end', paddingInlineEnd: 14, whiteSpace: 'nowrap' },
  '& .time, & .at': { fontWeight: 650, whiteSpace: 'nowrap' },
  '& td.number': { fontSize: '1rem', fontWeight: 650 },
  // Side by side, so that an allergy is seen at every width.
  '& .guest, & .notes': { minWidth: 110 },
  '& .alarm': { fontWeight: 700, textTransform: 'uppercase', textDecoration: 'underline' },
  '& .gone': { textDecoration: 'line-through' },
  '& .nothing': { margin: '8px 0' },
  '& .sides': { display: 'grid', gridTemplateColumns: 'minmax(200px, 1fr) minmax(0, 2fr)', gap: 28, alignItems: 'start' },
  '& .sides > div': { minWidth: 0 },
  '& ul': { margin: 0, paddingInlineStart: 18 },
  [theme.breakpoints.down('sm')]: { padding: '18px 14px', '& .sides': { gridTemplateColumns: 'minmax(0, 1fr)', gap: 4 } },
  '@media print': {
    maxWidth: 'none',
    margin: 0,
    padding: 0,
    border: 0,
    '& + &': { breakBefore: 'page' },
    '& .sides': { gridTemplateColumns: 'minmax(0, 1fr) minmax(0, 2fr)', gap: 28 },
  },
}))

/** A table that scrolls by itself on a narrow screen, by keys too. */
export const Sideways = styled('section')({
  overflowX: 'auto',
  '& > table': { minWidth: 560 },
  '@media print': { overflow: 'visible', '& > table': { minWidth: 0 } },
})

/** Numbers at the foot of each page, where the browser prints them (`@page` margin boxes). */
export const pageNumbers = '@page { @bottom-right { content: counter(page) " / " counter(pages); font: 8pt sans-serif; color: #000000; } }'
