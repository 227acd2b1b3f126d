import { mdiArrowRight } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { type ImportBatch, imports } from '@tablewire/contracts/import/import'
import type { ImportRowResult } from '@tablewire/contracts/import/import-findings'
import { useMemo, useState } from 'react'
import { useRows } from '#src/api/rows.ts'
import { Card } from '#src/kit/Card.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { PhoneRow } from '#src/kit/list/cells.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FilterSelect, ListBar } from '#src/kit/list/ListBar.tsx'
import { PanelBody } from '#src/kit/panel-body.ts'
import { SidePanel } from '#src/kit/SidePanel.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import {
  columnInWords,
  fieldInWords,
  fieldsInWords,
  findingTones,
  keptInWords,
  lineOnPhone,
  reasonOf,
  rowOutcomes,
  rowTones,
  shownChange,
  undoInWords,
  undoNamed,
  valueInWords,
} from './row-words.ts'
import { useT } from './use-t.ts'

const Box = styled('div')({ display: 'flex', flexDirection: 'column' })
const Turn = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 0,
  '& > span': { overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > span:first-of-type': { color: theme.vars.palette.text.secondary },
  '& svg': { flexShrink: 0, color: theme.vars.palette.text.secondary },
  '[dir="rtl"] & svg': { transform: 'scaleX(-1)' },
}))

type T = ReturnType<typeof useT>

/** The column of the undo: what it would do, what it did. */
const undoStands: Partial<Record<ImportBatch['state'], 'would' | 'did'>> = { applied: 'would', undone: 'did' }
/** What the rows below say, by where the import stands. */
const hints = { checked: 'rows.would', undone: 'rows.undid' } as const

/** One field of a row, before → after, or why there is none; more of them are told by the panel. */
const FirstChange = ({ row, field, t }: { row: ImportRowResult; field: string | undefined; t: T }) => {
  const change = row.outcome === 'made' ? undefined : shownChange(row, field)
  const reason = reasonOf(row)
  // Cut where there is no room: the whole of it under the pointer, and in the panel.
  if (!change)
    return (
      <span className="clip quiet" title={reason}>
        {reason || '–'}
      </span>
    )
  return (
    <Turn>
      <span dir="auto">{valueInWords(t, change.before)}</span>
      <Icon path={mdiArrowRight} size={16} />
      <span dir="auto">{valueInWords(t, change.after)}</span>
    </Turn>
  )
}

const useRowColumns = (
  t: T,
  { field, undo, mapping }: { field: string | undefined; undo: 'would' | 'did' | undefined; mapping: ImportBatch['mapping'] },
): Column<ImportRowResult>[] =>
  useMemo(
    () => [
      { id: 'line', title: t('found.line'), width: '72px', always: true, cell: ({ line }) => formatNumber(line) },
      {
        id: 'outcome',
        title: t('rows.outcome'),
        width: '112px',
        cell: (row) => <Tag tone={row.undo?.done ? 'neutral' : rowTones[row.outcome]}>{t(`row.${row.outcome}`)}</Tag>,
      },
      { id: 'name', title: t('rows.name'), width: 'minmax(130px, 1.4fr)', cell: ({ name }) => <span dir="auto">{name || '–'}</span> },
      {
        id: 'field',
        title: t('rows.field'),
        width: 'minmax(110px, 1fr)',
        cell: (row) =>
          field && row.changes.length
            ? fieldInWords(t, field)
            : fieldsInWords(t, row) || columnInWords(t, mapping, row.findings[0]?.column ?? '') || '–',
      },
      {
        id: 'change',
        title: `${t('rows.before')} → ${t('rows.after')}`,
        width: 'minmax(200px, 2fr)',
        cell: (row) => <FirstChange row={row} field={field} t={t} />,
      },
      ...(undo
        ? [
            {
              id: 'undo',
              title: t('rows.undo'),
              width: 'minmax(172px, 1fr)',
              // Afterwards it is what one comes for.
              ...(undo === 'would' ? { from: 900 } : {}),
              cell: (row: ImportRowResult) => undoInWords(t, row) || '–',
            },
          ]
        : []),
    ],
    [t, field, undo, mapping],
  )

const phoneRow = (t: T, field: string | undefined) =>
  function RowOnPhone(row: ImportRowResult) {
    return (
      <>
        <PhoneRow>
          <strong dir="auto">{row.name || `${t('found.line')} ${formatNumber(row.line)}`}</strong>
          <Tag tone={row.undo?.done ? 'neutral' : rowTones[row.outcome]}>{t(`row.${row.outcome}`)}</Tag>
        </PhoneRow>
        <span className="clip quiet">{lineOnPhone(t, row, field)}</span>
      </>
    )
  }

const Table = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  fontSize: '0.875rem',
  '& th, & td': {
    padding: theme.spacing(0.75, 1, 0.75, 0),
    borderBlockEnd: `1px solid ${theme.vars.palette.divider}`,
    textAlign: 'start',
    verticalAlign: 'top',
    overflowWrap: 'anywhere',
  },
  '& thead th': { color: theme.vars.palette.text.secondary, fontSize: '0.75rem', fontWeight: 600 },
  '& tbody th': { width: '30%', fontWeight: 600 },
  '& td.was': { color: theme.vars.palette.text.secondary },
  '& small': { display: 'block', color: theme.vars.palette.tone.warning.text, fontSize: '0.75rem', fontWeight: 400 },
}))

const Found = styled('ul')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.25),
  margin: theme.spacing(1, 0, 0),
  padding: 0,
  listStyle: 'none',
  fontSize: '0.875rem',
  '& > li': { display: 'flex', alignItems: 'flex-start', gap: theme.spacing(1.25), minWidth: 0 },
  '& > li > span:last-of-type': { minWidth: 0, overflowWrap: 'anywhere' },
  '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
}))

/** Everything one row changes, before and after. */
const RowPanel = ({ row, batch: { kind, mapping } }: { row: ImportRowResult; batch: ImportBatch }) => {
  const t = useT()
  const made = row.outcome === 'made'
  return (
    <PanelBody>
      <h2 dir="auto">{row.name || t('conflict.title', { line: formatNumber(row.line) })}</h2>
      <dl>
        <dt>{t('found.line')}</dt>
        <dd>{formatNumber(row.line)}</dd>
        <dt>{t('rows.outcome')}</dt>
        <dd>
          <Tag tone={rowTones[row.outcome]}>{t(`row.${row.outcome}`)}</Tag>
        </dd>
        {row.undo ? (
          <>
            <dt>{t('rows.undo')}</dt>
            <dd>{undoInWords(t, row)}</dd>
          </>
        ) : null}
      </dl>
      {row.changes.length ? (
        <Table>
          <thead>
            <tr>
              <th scope="col">{t('rows.field')}</th>
              {made ? null : <th scope="col">{t('rows.before')}</th>}
              <th scope="col">{t('rows.after')}</th>
            </tr>
          </thead>
          <tbody>
            {row.changes.map(({ field, before, after, kept }) => (
              <tr key={field}>
                <th scope="row">
                  {fieldInWords(t, field)}
                  {kept ? <small>{keptInWords(t, kind)}</small> : null}
                </th>
                {made ? null : (
                  <td className={kept ? undefined : 'was'} dir="auto">
                    {valueInWords(t, before)}
                  </td>
                )}
                <td className={kept ? 'was' : undefined} dir="auto">
                  {valueInWords(t, after)}
                </td>
              </tr>
            ))}
          </tbody>
        </Table>
      ) : (
        <p>{t(`row.why.${row.outcome}`)}</p>
      )}
      {row.findings.length ? (
        <section>
          <h3>{t('findings')}</h3>
          <Found>
            {row.findings.map(({ outcome, meaning, column, value }) => (
              <li key={`${outcome} ${meaning} ${column}`}>
                <Tag tone={findingTones[outcome]}>{t(`outcome.${outcome}`)}</Tag>
                <span>
                  {meaning}
                  <small dir="auto">{[columnInWords(t, mapping, column), value].filter((text) => text !== '').join(': ')}</small>
                </span>
              </li>
            ))}
          </Found>
        </section>
      ) : null}
    </PanelBody>
  )
}

/** What becomes of each row, field by field; by outcome and by field. */
export const ImportRows = ({ batch }: { batch: ImportBatch }) => {
  const t = useT()
  const [search, setSearch] = useUrlSearch()
  const [openId, setOpenId] = useState<string>()
  const outcome = rowOutcomes.find((one) => one === search['rows'])
  const remarks = search['rows'] === 'remarks'
  const field = batch.changedFields.find((one) => one.field === search['field'])?.field
  const rows = useRows(imports.rows, {
    query: {
      filters: { importId: batch.id, ...(outcome ? { outcome } : {}), ...(remarks ? { remarks } : {}), ...(field ? { field } : {}) },
    },
  })
  const columns = useRowColumns(t, { field, undo: undoStands[batch.state], mapping: batch.mapping })
  const opened = rows.rows.find((row) => row?.id === openId)
  return (
    <Card title={t('rows.title')} hint={t(batch.state === 'checked' || batch.state === 'undone' ? hints[batch.state] : 'rows.did')}>
      <ListBar
        filters={
          <>
            <FilterSelect
              label={t('rows.all')}
              value={remarks ? 'remarks' : outcome}
              options={[
                ...rowOutcomes.map((value) => ({ value, label: t(`row.${value}`) })),
                ...(batch.remarks > 0 ? [{ value: 'remarks', label: `${t('count.remarks')} (${formatNumber(batch.remarks)})` }] : []),
              ]}
              onChange={(value) => setSearch({ rows: value })}
            />
            {batch.changedFields.length ? (
              <FilterSelect
                label={t('rows.anyField')}
                value={field}
                options={batch.changedFields.map((one) => ({
                  value: one.field,
                  label: `${fieldInWords(t, one.field)} (${formatNumber(one.rows)})`,
                }))}
                onChange={(value) => setSearch({ field: value })}
              />
            ) : null}
          </>
        }
        onClear={(search['rows'] ?? field) ? () => setSearch({ rows: undefined, field: undefined }) : undefined}
        total={rows.loading ? undefined : rows.total}
      />
      <Box style={{ height: Math.min(480, Math.max(180, 60 + rows.total * 66)) }}>
        <DataList
          label={t('rows.title')}
          rows={rows}
          columns={columns}
          rowLabel={(row) =>
            `${t('found.line')} ${row.line}, ${t(`row.${row.outcome}`)}, ${row.name}, ${[fieldsInWords(t, row), undoNamed(t, row)].filter((text) => text !== '').join(', ')}`
          }
          phone={phoneRow(t, field)}
          onOpen={({ id }) => setOpenId(id)}
          selectedId={openId}
          empty={<EmptyState title={t('rows.none')} />}
        />
      </Box>
      {opened ? (
        <SidePanel label={t('rows.of', { line: formatNumber(opened.line) })} docked={false} onClose={() => setOpenId(undefined)}>
          <RowPanel row={opened} batch={batch} />
        </SidePanel>
      ) : null}
    </Card>
  )
}
