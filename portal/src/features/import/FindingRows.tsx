import { styled } from '@mui/material/styles'
import { type ImportFinding, imports } from '@tablewire/contracts/import'
import { useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { formatNumber } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { DataList } from '#src/kit/list/DataList.tsx'
import { useT } from './use-t.ts'

const Box = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
  '& > p': { ...theme.typography.caption, margin: 0, padding: theme.spacing(1, 1.5), color: theme.vars.palette.text.secondary },
}))
const Phone = styled('span')({ display: 'flex', gap: 12, width: '100%', minWidth: 0, '& > b': { fontVariantNumeric: 'tabular-nums' } })

type Props = { importId: string; outcome: ImportFinding['outcome']; reason: string; rows: number }

const useFindingColumns = (): Column<ImportFinding>[] => {
  const t = useT()
  return [
    { id: 'line', title: t('found.line'), width: '90px', always: true, cell: ({ line }) => (line === 0 ? '–' : formatNumber(line)) },
    { id: 'column', title: t('found.column'), width: 'minmax(120px, 1fr)', cell: ({ column }) => column || '–' },
    { id: 'value', title: t('found.value'), width: 'minmax(160px, 2fr)', cell: ({ value }) => <span dir="auto">{value || '–'}</span> },
  ]
}
const phoneRow = ({ line, column, value }: ImportFinding) => (
  <Phone>
    <b>{line}</b>
    <span dir="auto">{[column, value].filter((text) => text !== '').join(': ')}</span>
  </Phone>
)

/** The rows of one reason: line, column and what stands there. */
export const FindingRows = ({ importId, outcome, reason, rows: count }: Props) => {
  const t = useT()
  const rows = useRows(imports.findings, { query: { filters: { importId, outcome, reason } } })
  const columns = useFindingColumns()
  return (
    <Box style={{ height: Math.min(420, 96 + count * 44) }}>
      <DataList
        label={t('found.list')}
        rows={rows}
        columns={columns}
        rowLabel={({ line, column, value }) => `${t('found.line')} ${line}, ${column}, ${value}`}
        phone={phoneRow}
        empty={<EmptyState title={t('found.gone')} />}
      />
      {!rows.loading && rows.total < count ? <p>{t('found.first', { count: rows.total })}</p> : null}
    </Box>
  )
}
