import { styled } from '@mui/material/styles'
import { type ImportBatch, imports } from '@tablewire/contracts/import/import'
import type { ImportFinding } from '@tablewire/contracts/import/import-findings'
import { conflictReasons, type RowChoice } from '@tablewire/contracts/import/import.rules'
import { useState } from 'react'
import { useRows } from '#src/api/rows.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { formatDate, formatNumber, localTime } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { DataList } from '#src/kit/list/DataList.tsx'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { ConflictPanel } from './ConflictPanel.tsx'
import { useT } from './use-t.ts'

const Box = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
}))
const Phone = styled('span')({ display: 'flex', gap: 12, width: '100%', minWidth: 0, '& > b': { fontVariantNumeric: 'tabular-nums' } })

type Props = {
  batch: ImportBatch
  about: { outcome: ImportFinding['outcome']; reason: string; kept: number }
  onChanged: (batch: ImportBatch) => void
}
type Conflict = ImportFinding & { about: NonNullable<ImportFinding['about']> }
const isConflict = (row: ImportFinding | undefined): row is Conflict => row !== undefined && row.about !== null

const useFindingColumns = (conflicts: boolean): Column<ImportFinding>[] => {
  const t = useT()
  const decided: Column<ImportFinding> = {
    id: 'decision',
    title: t('conflict.decided'),
    width: 'minmax(120px, 1fr)',
    cell: ({ decision }) => (
      <Tag tone={decision ? tones[decision.choice] : 'neutral'}>{t(`conflict.is.${decision?.choice ?? 'open'}`)}</Tag>
    ),
  }
  const wish: Column<ImportFinding> = {
    id: 'wish',
    title: t('conflict.wish'),
    width: 'minmax(220px, 2fr)',
    cell: ({ about }) => (about ? wishOf(about) : '–'),
  }
  const line: Column<ImportFinding> = {
    id: 'line',
    title: t('found.line'),
    width: '90px',
    always: true,
    cell: (row) => (row.line === 0 ? '–' : formatNumber(row.line)),
  }
  if (conflicts) return [line, wish, decided]
  return [
    line,
    { id: 'column', title: t('found.column'), width: 'minmax(120px, 1fr)', cell: ({ column }) => column || '–' },
    { id: 'value', title: t('found.value'), width: 'minmax(160px, 2fr)', cell: ({ value }) => <span dir="auto">{value || '–'}</span> },
  ]
}
const wishOf = ({ startsLocal, partySize, areaName, venueName, sitting, capacity }: Conflict['about']): string =>
  [
    `${formatDate(startsLocal.slice(0, 10), 'medium')} ${localTime(startsLocal)}`,
    formatNumber(partySize),
    `${venueName}, ${areaName}`,
    ...(sitting !== null && capacity !== null ? [`${formatNumber(sitting)} / ${formatNumber(capacity)}`] : []),
  ].join(' · ')
const tones: Record<RowChoice, Tone> = { accept: 'success', move: 'info', skip: 'warning' }
const conflictRow = ({ line, about, decision }: ImportFinding) => (
  <Phone>
    <b>{decision ? `✓ ${line}` : line}</b>
    <span dir="auto">{about ? wishOf(about) : ''}</span>
  </Phone>
)

const phoneRow = ({ line, column, value }: ImportFinding) => (
  <Phone>
    <b>{line}</b>
    <span dir="auto">{[column, value].filter((text) => text !== '').join(': ')}</span>
  </Phone>
)

/** The rows of one reason: line, column and what stands there. */
export const FindingRows = ({ batch, about: { outcome, reason, kept }, onChanged }: Props) => {
  const t = useT()
  const rows = useRows(imports.findings, { query: { filters: { importId: batch.id, outcome, reason } } })
  const conflicts = conflictReasons.includes(reason)
  const columns = useFindingColumns(conflicts)
  const [openId, setOpenId] = useState<string>()
  const opened = rows.rows.find((row) => row?.id === openId)
  // The next one nobody decided about, from this one on.
  const next = (): void => {
    const at = rows.rows.findIndex((row) => row?.id === openId)
    setOpenId(rows.rows.slice(at + 1).find((row) => row && !row.decision)?.id)
  }
  const decidable = conflicts && batch.state === 'checked'
  return (
    <Box style={{ height: Math.min(420, 96 + kept * 44) }}>
      <DataList
        label={t('found.list')}
        rows={rows}
        columns={columns}
        rowLabel={({ line, column, value }) => `${t('found.line')} ${line}, ${column}, ${value}`}
        phone={conflicts ? conflictRow : phoneRow}
        {...(decidable ? { onOpen: (row: ImportFinding) => setOpenId(row.id) } : {})}
        selectedId={openId}
        empty={<EmptyState title={t('found.gone')} />}
      />
      {decidable && isConflict(opened) ? (
        <SidePanel label={t('conflict.title', { line: formatNumber(opened.line) })} docked={false} onClose={() => setOpenId(undefined)}>
          <ConflictPanel key={opened.id} batch={batch} row={opened} onChanged={onChanged} onNext={next} />
        </SidePanel>
      ) : null}
    </Box>
  )
}
