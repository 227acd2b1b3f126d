import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ReactNode, useId } from 'react'
import { Card } from '#src/kit/Card.tsx'
import { useUrlFlag } from '#src/kit/url-search.ts'
import { useT } from '../use-t.ts'

const Figure = styled('figure')(({ theme }) => ({
  margin: 0,
  '& > figcaption': {
    display: 'flex',
    alignItems: 'start',
    gap: 12,
    marginBottom: 14,
    color: theme.vars.palette.text.secondary,
    fontSize: '0.875rem',
  },
  '& > figcaption > span': { flex: 1 },
  '& > figcaption > button': { flexShrink: 0, marginBlock: -4 },
  '@media print': { '& > figcaption > button': { display: 'none' } },
}))
const Scroller = styled('section')(({ theme }) => ({
  maxHeight: 360,
  overflow: 'auto',
  '@media print': { maxHeight: 'none', overflow: 'visible' },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}` },
  '& table': { width: '100%', borderCollapse: 'collapse', fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums' },
  '& th, & td': { padding: '5px 8px', borderBottom: `1px solid ${theme.vars.palette.divider}`, textAlign: 'end', fontWeight: 400 },
  '& th:first-of-type': { textAlign: 'start' },
  '& thead th': {
    position: 'sticky',
    top: 0,
    backgroundColor: theme.vars.palette.background.paper,
    color: theme.vars.palette.text.secondary,
    fontWeight: 600,
  },
}))

export type NumberTable = { heads: readonly string[]; rows: readonly { key: string; cells: readonly ReactNode[] }[] }
type ChartCardProps = {
  /** Of this chart in the address, which says of which ones the table is shown. */
  name: string
  title: string
  hint?: string
  /** What the chart shows, in a sentence. */ finding: string
  table: NumberTable
  children: ReactNode
}

/** A chart below the sentence that says what it shows, and the same numbers as a table. */
export const ChartCard = ({ name, title, hint, finding, table, children }: ChartCardProps) => {
  const t = useT()
  const id = useId()
  const [asTable, setAsTable] = useUrlFlag('table', name)
  return (
    <Card title={title} {...(hint ? { hint } : {})}>
      <Figure aria-labelledby={id}>
        <figcaption>
          <span id={id}>{finding}</span>
          <Button size="small" color="inherit" aria-pressed={asTable} onClick={() => setAsTable(!asTable)}>
            {t('chart.table')}
          </Button>
        </figcaption>
        {asTable ? (
          <Scroller tabIndex={0} aria-label={`${title}: ${t('chart.table')}`}>
            <table>
              <thead>
                <tr>
                  {table.heads.map((head) => (
                    <th key={head} scope="col">
                      {head}
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {table.rows.map(({ key, cells: [first, ...rest] }) => (
                  <tr key={key}>
                    <th scope="row">{first}</th>
                    {rest.map((cell, at) => (
                      <td key={table.heads[at + 1]}>{cell}</td>
                    ))}
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroller>
        ) : (
          children
        )}
      </Figure>
    </Card>
  )
}
