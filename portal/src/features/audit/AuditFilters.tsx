import { mdiFilterVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useId, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { LabelledDay } from '#src/kit/DayField.tsx'
import { FilterChip } from '#src/kit/FilterChip.tsx'
import type { FindOption } from '#src/kit/form/FindField.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { SheetPopover } from '#src/kit/SheetPopover.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import type { UrlPatch } from '#src/kit/url-search.ts'
import { actorKinds, type FilterContext, filterNames, filterText } from './audit-search.ts'
import { actInWords, kindInWords, kinds, verbs } from './audit-words.ts'
import { FieldFilter, inOrder, PersonFilter, VenueFilter } from './FilterFinders.tsx'
import { useT } from './use-t.ts'

type T = ReturnType<typeof useT>
type Props = FilterContext & { onChange: (patch: UrlPatch) => void }

const Sheet = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 220px), 1fr))',
  gap: theme.spacing(2),
  width: 'min(560px, calc(100vw - 32px))',
  // Lists of what is found open below their fields, within the sheet.
  minHeight: 320,
  alignContent: 'start',
  padding: theme.spacing(2.25),
}))

type ChoiceProps = {
  label: string
  value: string | undefined
  options: readonly FindOption[]
  onChange: (value: string | undefined) => void
}
const Choice = ({ label, value, options, onChange }: ChoiceProps) => {
  const t = useT()
  return (
    <TextField
      select
      label={label}
      value={value ?? ''}
      slotProps={{ inputLabel: { shrink: true } }}
      onChange={({ target }) => onChange(target.value || undefined)}
    >
      <option value="">{t('all.of')}</option>
      {options.map(({ id, name }) => (
        <option key={id} value={id}>
          {name}
        </option>
      ))}
    </TextField>
  )
}

const dayField = (t: T, { search, onChange }: Props) => {
  const Day = (name: 'from' | 'to') => (
    <LabelledDay
      date={search[name]}
      text={t('all.of')}
      label={t(`c.${name}`)}
      max={name === 'from' ? search.to : undefined}
      min={name === 'to' ? search.from : undefined}
      onDate={(date) => onChange({ [name]: date })}
      onClear={() => onChange({ [name]: undefined })}
    />
  )
  return Day
}

const FilterSheet = (props: Props) => {
  const { search, onChange } = props
  const t = useT()
  const ability = useAbility()
  const chosen = (name: 'venue' | 'who' | 'field'): string => (search[name] ? filterText(t, name, props) : '')
  const day = dayField(t, props)
  return (
    <Sheet>
      <VenueFilter value={chosen('venue')} onChange={(venue) => onChange({ venue })} />
      {ability.can('read', 'users') ? <PersonFilter value={chosen('who')} onChange={(who) => onChange({ who })} /> : null}
      <FieldFilter value={chosen('field')} onChange={(field) => onChange({ field })} />
      <Choice
        label={t('c.kind')}
        value={search['kind']}
        options={inOrder(kinds, (kind) => kindInWords(t, kind))}
        onChange={(kind) => onChange({ kind })}
      />
      <Choice
        label={t('c.act')}
        value={search['act']}
        options={inOrder(verbs, (verb) => actInWords(t, verb))}
        onChange={(act) => onChange({ act })}
      />
      <Choice
        label={t('c.actor')}
        value={search['actor']}
        options={actorKinds.map((kind) => ({ id: kind, name: t(`actor.${kind}`) }))}
        onChange={(actor) => onChange({ actor })}
      />
      {day('from')}
      {day('to')}
    </Sheet>
  )
}

/** One door to all filters; how many are in force stands on it. */
export const FilterButton = (props: Props) => {
  const t = useT()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const count = filterNames.filter((name) => props.search[name]).length
  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        startIcon={<Icon path={mdiFilterVariant} size={18} />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {count > 0 ? `${t('filter')} · ${formatNumber(count)}` : t('filter')}
      </Button>
      <SheetPopover anchor={anchor} id={id} label={t('filter')} onClose={() => setAnchor(null)}>
        <FilterSheet {...props} />
      </SheetPopover>
    </>
  )
}

const Chips = styled('ul')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  margin: `0 0 ${theme.spacing(1.25)}`,
  padding: 0,
  listStyle: 'none',
}))

/** What hides entries right now; a touch takes it off. */
export const FilterChips = ({ onChange, ...asked }: Props) => {
  const t = useT()
  const active = filterNames.filter((name) => asked.search[name])
  if (active.length === 0) return null
  return (
    <Chips aria-label={t('filter')}>
      {active.map((name) => {
        const text = filterText(t, name, asked)
        return (
          <li key={name}>
            <FilterChip text={text} label={t('filter.drop', { name: text })} onRemove={() => onChange({ [name]: undefined })} />
          </li>
        )
      })}
    </Chips>
  )
}
