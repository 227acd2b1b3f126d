import { mdiArrowRight } from '@mdi/js'
import Checkbox from '@mui/material/Checkbox'
import { styled } from '@mui/material/styles'
import type { ImportBatch } from '@tablewire/contracts/import/import'
import type { Column } from '@tablewire/contracts/import/import-layout'
import { mappedColumns, type Mapping, type Target, targetsOf } from '@tablewire/contracts/import/import.rules'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { targetOf, withClears, withColumn } from './import-mapping.ts'
import { useT } from './use-t.ts'

/** What stands in the file on the left, what becomes of it on the right. */
export const MapTable = styled('table')(({ theme }) => ({
  width: '100%',
  borderCollapse: 'collapse',
  tableLayout: 'fixed',
  fontSize: '0.875rem',
  '& th, & td': { padding: theme.spacing(0.75, 1), borderBlockEnd: `1px solid ${theme.vars.palette.divider}`, textAlign: 'start' },
  '& thead th': { color: theme.vars.palette.text.secondary, fontSize: '0.75rem', fontWeight: 600 },
  '& tbody th': { fontWeight: 600, overflowWrap: 'anywhere' },
}))
const Table = styled(MapTable)(({ theme }) => ({
  '& tbody th small': {
    display: 'block',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
    color: theme.vars.palette.text.secondary,
    fontSize: '0.75rem',
    fontWeight: 400,
  },
  '& .to': { width: 32, paddingInline: 0, color: theme.vars.palette.text.secondary },
  '& .to svg': { display: 'block', marginInline: 'auto' },
  '[dir="rtl"] & .to svg': { transform: 'scaleX(-1)' },
  '& .samples': {
    width: '34%',
    color: theme.vars.palette.text.secondary,
    fontSize: '0.8125rem',
    overflow: 'hidden',
    textOverflow: 'ellipsis',
    whiteSpace: 'nowrap',
  },
  '& tr[data-mapped="false"] th': { color: theme.vars.palette.text.secondary, fontWeight: 400 },
  '& .told': { color: theme.vars.palette.text.secondary },
  '& .clears': {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    color: theme.vars.palette.text.secondary,
    fontSize: '0.75rem',
    cursor: 'pointer',
  },
  '& .clears > .MuiCheckbox-root': { padding: 4 },
  [theme.breakpoints.down('md')]: { '& .samples': { display: 'none' } },
  // One above the other: side by side neither the column nor what becomes of it could be read.
  [theme.breakpoints.down('sm')]: {
    '& tbody tr': { display: 'block', paddingBlock: theme.spacing(0.75), borderBlockEnd: `1px solid ${theme.vars.palette.divider}` },
    '& tbody th, & tbody td': { display: 'block', borderBlockEnd: 0 },
    '& tbody td.samples, & tbody td.to, & thead': { display: 'none' },
  },
  [theme.breakpoints.up('md')]: { '& tbody th small': { display: 'none' } },
}))
const Count = styled('p')(({ theme }) => ({
  ...theme.typography.body2,
  margin: theme.spacing(0, 0, 1),
  color: theme.vars.palette.text.secondary,
  fontVariantNumeric: 'tabular-nums',
}))

type RowProps = { column: Column; mapping: Mapping; targets: readonly Target[]; onChange: (mapping: Mapping) => void }

const ColumnRow = ({ column, mapping, targets, onChange }: RowProps) => {
  const t = useT()
  const chosen = targetOf(mapping, column.name)
  const samples = column.samples.join(' · ')
  return (
    <tr data-mapped={chosen !== ''}>
      <th scope="row">
        <span dir="auto">{column.name}</span>
        <small dir="auto">{samples || t('map.blank')}</small>
      </th>
      <td className="samples" dir="auto" title={samples}>
        {samples || t('map.blank')}
      </td>
      <td className="to">
        <Icon path={mdiArrowRight} size={18} />
      </td>
      {column.readOnly ? (
        <td className="told">{t('map.readOnly')}</td>
      ) : (
        <td>
          <TextField
            select
            size="small"
            value={chosen}
            slotProps={{ htmlInput: { 'aria-label': t('map.into', { column: column.name }) } }}
            onChange={({ target }) =>
              onChange(
                withColumn(
                  mapping,
                  column.name,
                  targets.find(({ name }) => name === target.value),
                ),
              )
            }
          >
            <option value="">{t('map.nothing')}</option>
            {targets.map(({ name, required }) => (
              <option key={name} value={name}>
                {t(`field.${name}` as 'field.date')}
                {required ? ' *' : ''}
              </option>
            ))}
          </TextField>
          {targets.find(({ name }) => name === chosen)?.clearable ? (
            <label className="clears">
              <Checkbox
                size="small"
                checked={mapping.fields[chosen]?.clears === true}
                onChange={(_, clears) => onChange(withClears(mapping, chosen, clears))}
                slotProps={{ input: { 'aria-label': t('map.clearsOf', { column: column.name }) } }}
              />
              <span aria-hidden="true">{t('map.clears')}</span>
            </label>
          ) : null}
        </td>
      )}
    </tr>
  )
}

type MapColumnsProps = { batch: ImportBatch; mapping: Mapping; onChange: (mapping: Mapping) => void }

/** Theirs on one side, ours on the other. */
export const MapColumns = ({ batch, mapping, onChange }: MapColumnsProps) => {
  const t = useT()
  const targets = targetsOf(batch.kind)
  return (
    <>
      <Count aria-live="polite">
        {t('map.count', { mapped: mappedColumns(mapping).size, columns: batch.columns.filter(({ readOnly }) => !readOnly).length })}
      </Count>
      <Table>
        <thead>
          <tr>
            <th scope="col">{t('map.theirs')}</th>
            <th scope="col" className="samples">
              {t('map.samples')}
            </th>
            <td className="to" aria-hidden="true" />
            <th scope="col">{t('map.ours')}</th>
          </tr>
        </thead>
        <tbody>
          {batch.columns.map((column) => (
            <ColumnRow key={column.name} column={column} mapping={mapping} targets={targets} onChange={onChange} />
          ))}
        </tbody>
      </Table>
    </>
  )
}
