import Checkbox from '@mui/material/Checkbox'
import { styled } from '@mui/material/styles'
import { sources, undeliveredStates } from '@tablewire/contracts/booking/reservations'
import { statuses } from '@tablewire/contracts/booking/reservations.rules'
import { NumbersField } from '#src/kit/NumbersField.tsx'
import type { UrlPatch } from '#src/kit/url-search.ts'
import { FilterDays } from './FilterDays.tsx'
import type { FilterOptions } from './FilterPanel.tsx'
import type { Search } from '../reservation-search.ts'
import { StatusTag } from '../status-tag.tsx'
import { useT } from '../use-t.ts'

const Sheet = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(220px, 1fr))',
  gap: '14px 24px',
  width: 'min(560px, calc(100vw - 32px))',
  padding: 18,
  '& .choices': { minWidth: 0, margin: 0, padding: 0, border: 0 },
  '& .choices > legend': { marginBottom: 4, padding: 0, color: theme.vars.palette.text.secondary, fontSize: '0.8125rem', fontWeight: 600 },
  '& .choices > label': {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    marginLeft: -8,
    minHeight: 34,
    fontSize: '0.875rem',
    cursor: 'pointer',
  },
  '& .choices > label > .MuiCheckbox-root': { padding: 6 },
  '& .scrolls': { maxHeight: 190, overflowY: 'auto', marginLeft: -8, paddingLeft: 8 },
  '& .wide': { gridColumn: '1 / -1', display: 'flex', gap: 8, flexWrap: 'wrap' },
  '& .wide > legend': { width: '100%' },
  '& .wide > .MuiFormControl-root, & .wide > div': { flex: '1 1 130px' },
}))

type GroupProps = {
  legend: string
  options: readonly { id: string; name: string }[]
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}

const toggled = <T,>(values: readonly T[], value: T): T[] =>
  values.includes(value) ? values.filter((one) => one !== value) : [...values, value]

const Group = ({ legend, options, chosen, onChange }: GroupProps) =>
  options.length === 0 ? null : (
    <fieldset className="choices scrolls">
      <legend>{legend}</legend>
      {options.map(({ id, name }) => (
        <label key={id}>
          <Checkbox size="small" checked={chosen.includes(id)} onChange={() => onChange(toggled(chosen, id))} />
          {name}
        </label>
      ))}
    </fieldset>
  )

/** `prefix`: of the ids of its fields. */
type FilterSheetProps = { prefix: string; search: Search; options: FilterOptions; single: boolean; onChange: (patch: UrlPatch) => void }

/** Everything there is to filter by; brought when it is opened, or before while nobody waits. */
export const FilterSheet = ({ prefix, search, options, single, onChange }: FilterSheetProps) => {
  const t = useT()
  return (
    <Sheet>
      {search.view === 'list' ? <FilterDays search={search} onChange={onChange} /> : null}
      <fieldset className="choices">
        <legend>{t('filter.status')}</legend>
        {statuses.map((status) => (
          <label key={status} htmlFor={`${prefix}-${status}`}>
            <Checkbox
              size="small"
              id={`${prefix}-${status}`}
              checked={search.status.includes(status)}
              onChange={() => onChange({ status: toggled(search.status, status) })}
            />
            <StatusTag status={status} />
          </label>
        ))}
      </fieldset>
      <div style={{ display: 'grid', gap: 14, alignContent: 'start' }}>
        <Group
          legend={t('filter.source')}
          options={sources.map((id) => ({ id, name: t(`source.${id}`) }))}
          chosen={search.source}
          onChange={(source) => onChange({ source })}
        />
        <Group
          legend={t('filter.channel')}
          options={options.channels}
          chosen={search.channel}
          onChange={(channel) => onChange({ channel })}
        />
        {single ? (
          <Group legend={t('filter.area')} options={options.areas} chosen={search.area} onChange={(area) => onChange({ area })} />
        ) : null}
        {single && options.tables.length > 0 ? (
          <Group legend={t('filter.table')} options={options.tables} chosen={search.table} onChange={(table) => onChange({ table })} />
        ) : null}
        <Group legend={t('filter.rms')} options={options.systems} chosen={search.rms} onChange={(rms) => onChange({ rms })} />
        <Group
          legend={t('filter.undelivered')}
          options={undeliveredStates.map((id) => ({ id, name: t(`undelivered.${id}`) }))}
          chosen={search.undelivered}
          onChange={(undelivered) => onChange({ undelivered })}
        />
        <NumbersField
          label={t('filter.party')}
          hint={t('filter.partyHint')}
          wrong={(what) => t('filter.partyWrong', { what })}
          bounds={{ min: 1, max: 1000 }}
          numbers={search.party}
          onChange={(party) => onChange({ party: party.map(String) })}
        />
      </div>
    </Sheet>
  )
}
