import { styled } from '@mui/material/styles'
import type { ImportBatch } from '@tablewire/contracts/import/import'
import {
  type DateOrder,
  importedStatuses,
  type Mapping,
  type Target,
  targetsOf,
  dateOrders,
  goesToVenues,
} from '@tablewire/contracts/import/import.rules'
import { Card } from '#src/kit/Card.tsx'
import { zoneOptions } from '#src/kit/form/options.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { withConstant } from './import-mapping.ts'
import { useT } from './use-t.ts'

const Grid = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 200px), 1fr))',
  gap: theme.spacing(2),
  alignItems: 'start',
}))

type Props = { batch: ImportBatch; mapping: Mapping; onChange: (mapping: Mapping) => void }

/** Worth asking for: whatever else may be the same for all rows seldom is. */
const offeredFields = new Set([
  'time',
  'partySize',
  'status',
  'area',
  'country',
  'tz',
  'city',
  'icon',
  'source',
  'scale',
  'system',
  'bookingChannel',
  'requester',
])

type T = ReturnType<typeof useT>

/** What there is to choose from; undefined = anything may be typed. */
const choicesOf = (t: T, name: string, { venueId, areas }: ImportBatch): { value: string; label: string }[] | undefined => {
  if (name === 'status') return importedStatuses.map((status) => ({ value: status, label: t(`status.${status}`) }))
  if (name === 'tz') return zoneOptions()
  return name === 'area' && venueId !== null ? areas.map((area) => ({ value: area.name, label: area.name })) : undefined
}

const Constant = ({ target, batch, mapping, onChange }: Props & { target: Target }) => {
  const t = useT()
  const { name } = target
  const value = mapping.fields[name]?.constant ?? ''
  const known = choicesOf(t, name, batch)
  // A zone by an older name stays what was chosen.
  const choices = known && value !== '' && !known.some((choice) => choice.value === value) ? [{ value, label: value }, ...known] : known
  const set = (text: string): void => onChange(withConstant(mapping, name, text))
  const label = t(`field.${name}` as 'field.date')
  return choices ? (
    <TextField select label={label} value={value} onChange={({ target: { value: text } }) => set(text)}>
      <option value="">{t('constant.none')}</option>
      {choices.map((choice) => (
        <option key={choice.value} value={choice.value}>
          {choice.label}
        </option>
      ))}
    </TextField>
  ) : (
    <TextField
      label={label}
      value={value}
      type={name === 'time' ? 'time' : 'text'}
      onChange={({ target: { value: text } }) => set(text)}
      slotProps={{ htmlInput: { maxLength: 300 }, ...(name === 'time' ? { inputLabel: { shrink: true } } : {}) }}
    />
  )
}

/** How dates are written, and what is the same for all rows. */
export const Constants = ({ batch, mapping, onChange }: Props) => {
  const t = useT()
  const open = targetsOf(batch.kind).filter(
    ({ name, constant }) => constant && offeredFields.has(name) && (mapping.fields[name]?.columns.length ?? 0) === 0,
  )
  const ofVenue = goesToVenues(batch.kind)
  const hint = !ofVenue
    ? t('constants.plain')
    : batch.timezone === null
      ? t('constants.several')
      : t('constants.hint', { zone: batch.timezone })
  if (!ofVenue && open.length === 0) return null
  return (
    <Card title={t('constants.title')} hint={hint}>
      <Grid>
        {ofVenue ? (
          <TextField
            select
            label={t('dateOrder')}
            value={mapping.dateOrder}
            onChange={({ target }) => onChange({ ...mapping, dateOrder: target.value as DateOrder })}
          >
            {dateOrders.map((order) => (
              <option key={order} value={order}>
                {t(`dateOrder.${order}`)}
              </option>
            ))}
          </TextField>
        ) : null}
        {open.map((target) => (
          <Constant key={target.name} target={target} batch={batch} mapping={mapping} onChange={onChange} />
        ))}
      </Grid>
    </Card>
  )
}
