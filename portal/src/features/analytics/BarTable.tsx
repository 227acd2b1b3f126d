import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { RowFilters } from '@tablewire/contracts/analytics/analytics'
import type { ReactNode } from 'react'
import { formatNumber, formatSigned } from '#src/kit/format.ts'
import { useUrlFlag } from '#src/kit/url-search.ts'
import { ComparedLink, RowsLink, useRowsLabel, VenueLink } from './RowsLink.tsx'
import { useT } from './use-t.ts'
import { valueText } from './values.ts'

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  '& th, & td': { padding: '5px 6px', borderBottom: `1px solid ${theme.vars.palette.divider}`, fontWeight: 400, textAlign: 'end' },
  '& thead th': { color: theme.vars.palette.text.secondary, fontWeight: 600 },
  '& th:first-of-type': { width: '44%', textAlign: 'start', overflowWrap: 'break-word' },
  // Where nothing stands beside it there is room for names.
  '&[data-compares="false"] th:first-of-type': { width: '66%' },
  '& .bar': { width: '22%', minWidth: 60 },
  '& .bar > i': {
    display: 'block',
    height: 10,
    borderRadius: 2,
    backgroundColor: theme.vars.palette.tone.primary.solid,
    printColorAdjust: 'exact',
  },
  '& .bar > i.less': { backgroundColor: 'transparent', border: `2px solid ${theme.vars.palette.tone.danger.solid}` },
  '& .share': { color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
  // On paper every row stands, and nothing to press.
  '& tr.more': { display: 'none' },
  '@media print': { '& tr.more': { display: 'table-row' }, '& tr.cut': { display: 'none' } },
  // Heads of three columns leave room for the longest word of a name.
  [theme.breakpoints.down('sm')]: { '& .bar': { display: 'none' }, '& thead th': { fontSize: '0.6875rem', paddingInline: 3 } },
}))

/** `venueId`: the name asks the same question of that venue alone, and the number opens the rows. */
export type BarRow = {
  key: string
  name: string
  note?: ReactNode
  value: number
  compared: number | null
  /** Parts of the whole in percent, below the numbers. */
  share?: { value: number | null; compared: number | null }
  rows: RowFilters | null
  venueId?: string
}
type BarTableProps = {
  /** Of this table in the address, which says which ones are shown whole. */
  name: string
  label: string
  /** What the rows are. */
  head: string
  valueHead: string
  rows: readonly BarRow[]
  /** Bars of the difference instead of the value: more is filled, less is an outline. The rows then add up to the whole difference. */
  difference?: boolean
  /** The difference of what is not among the rows at all. */
  rest?: number
}

/** So many rows tell the story; the others are one click away. */
const firstRows = 8

const Share = ({ of }: { of: number | null | undefined }) => {
  const t = useT()
  return of === undefined || of === null ? null : <div className="share">{valueText(t, { unit: 'percent' }, of)}</div>
}

/** What is not among the rows that are shown. */
const Rest = ({ className, difference }: { className: string | undefined; difference: number }) => {
  const t = useT()
  return (
    <tr className={className}>
      <th scope="row">{t('change.rest')}</th>
      <td>–</td>
      <td>–</td>
      <td>{formatSigned(difference)}</td>
      <td className="bar" aria-hidden="true" />
    </tr>
  )
}

/** Numbers with a bar beside each; the name opens the rows. */
export const BarTable = ({ name, label, head, valueHead, rows: every, difference = false, rest = 0 }: BarTableProps) => {
  const t = useT()
  const labelOf = useRowsLabel()
  const [all, setAll] = useUrlFlag('all', name)
  const shown = all ? every.length : firstRows
  const others = every.slice(shown).reduce((sum, { value, compared }) => sum + value - (compared ?? 0), rest)
  const compares = every.some(({ compared }) => compared !== null)
  const barOf = ({ value, compared }: BarRow): number => (difference ? value - (compared ?? 0) : value)
  const most = Math.max(1, ...every.map((row) => Math.abs(barOf(row))))
  return (
    <>
      <Table aria-label={label} data-compares={compares}>
        <thead>
          <tr>
            <th scope="col">{head}</th>
            <th scope="col">{valueHead}</th>
            {compares ? <th scope="col">{t('before')}</th> : null}
            {compares ? <th scope="col">{t('difference')}</th> : null}
            <th className="bar" aria-hidden="true" />
          </tr>
        </thead>
        <tbody>
          {every.map((row, at) => (
            <tr key={row.key} className={at < shown ? undefined : 'more'}>
              <th scope="row">
                {row.venueId ? <VenueLink id={row.venueId}>{row.name}</VenueLink> : <RowsLink rows={row.rows}>{row.name}</RowsLink>}
                {row.note ? <div style={{ opacity: 0.75 }}>{row.note}</div> : null}
              </th>
              <td>
                {row.venueId ? (
                  <RowsLink rows={row.rows} label={labelOf(row.name, formatNumber(row.value))}>
                    {formatNumber(row.value)}
                  </RowsLink>
                ) : (
                  formatNumber(row.value)
                )}
                <Share of={row.share?.value} />
              </td>
              {compares ? (
                <td>
                  <ComparedLink rows={row.rows} name={row.name} value={row.compared} />
                  <Share of={row.share?.compared} />
                </td>
              ) : null}
              {compares ? <td>{row.compared === null ? '–' : formatSigned(row.value - row.compared)}</td> : null}
              <td className="bar" aria-hidden="true">
                <i className={barOf(row) < 0 ? 'less' : undefined} style={{ width: `${(Math.abs(barOf(row)) / most) * 100}%` }} />
              </td>
            </tr>
          ))}
          {difference && others !== 0 ? <Rest className={every.length > shown ? 'cut' : undefined} difference={others} /> : null}
          {difference && every.length > shown && rest !== 0 ? <Rest className="more" difference={rest} /> : null}
        </tbody>
      </Table>
      {every.length > firstRows ? (
        <Button size="small" color="inherit" aria-expanded={all} sx={{ marginBlockStart: 1 }} onClick={() => setAll(!all)}>
          {all ? t('rows.fewer') : t('rows.all', { count: every.length })}
        </Button>
      ) : null}
    </>
  )
}
