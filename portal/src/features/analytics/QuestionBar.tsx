import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { alignments, bases, periods } from '@tablewire/contracts/analytics/analytics'
import type { ReactNode } from 'react'
import { LabelledDay } from '#src/kit/DayField.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import type { UrlPatch, UrlSearch } from '#src/kit/url-search.ts'
import { type Preset, presetOf, presets, type Query, strangeIn, type StrangeField } from './question.ts'
import { type Refused, refusedFilters } from './refused.ts'
import type { Ask } from './use-asked.ts'
import { useT } from './use-t.ts'

const Bar = styled('div')({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'end',
  gap: 10,
  marginBottom: 12,
  // As wide as its longest choice: what is compared is to be read.
  '& > .MuiFormControl-root': { flex: '0 1 auto', width: 'auto', minWidth: 150, maxWidth: '100%' },
  '& > .printed': { display: 'none' },
  '@media print': {
    display: 'block',
    margin: 0,
    '& > :not(.printed)': { display: 'none' },
    '& > .printed': { display: 'block', margin: '0 0 4px', fontSize: '0.875rem' },
  },
})

const Faults = styled('div')(({ theme }) => ({
  margin: '0 0 12px',
  fontSize: '0.875rem',
  '& > p': { margin: 0 },
  color: theme.vars.palette.tone.danger.text,
}))

type ChoiceProps<V extends string> = {
  label: string
  options: readonly V[]
  value: V | null
  name: (value: V) => string
  onChoose: (value: V) => void
}
const Choice = <V extends string>({ label, options, value, name, onChoose }: ChoiceProps<V>) => (
  <ToggleButtonGroup
    exclusive
    size="small"
    value={value}
    aria-label={label}
    sx={{ flexWrap: 'wrap' }}
    onChange={(_event, next: V | null) => next && onChoose(next)}
  >
    {options.map((option) => (
      <ToggleButton key={option} value={option}>
        {name(option)}
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)

type Asked = Pick<Query, 'from' | 'to' | 'compare' | 'align' | 'period' | 'whole' | 'basis' | 'excludeCanceled'>
/** `basis`: whether it may be chosen by which day is counted; `filters` = what narrows the question down. */
type Props = {
  query: Asked
  today: string
  search: UrlSearch
  onChange: Ask
  basis?: boolean
  /** The one that holds where the address names none. */
  preset?: Preset
  filters: ReactNode
  refused?: Refused | undefined
}

const told = (message: string | undefined): { error: true; helperText: ReactNode } | object =>
  message === undefined ? {} : { error: true, helperText: <span role="alert">{message}</span> }

/** What the address says and nobody can mean, beside the field that shows what is asked instead. */
const useStrange = (search: UrlSearch): Partial<Record<StrangeField, string>> => {
  const t = useT()
  const said = strangeIn(search).map(
    ({ field, what }) => [field, what === '' ? t('address.half') : t('address.strange', { what })] as const,
  )
  return Object.fromEntries(said.toReversed())
}

const filterNames = {
  venueId: 'league.head',
  companyId: 'filter.company',
  brandId: 'filter.brand',
  channelId: 'channels.title',
  rmsId: 'systems.title',
  partySize: 'size.title',
  source: 'sources.head',
} as const
/** What is wrong with filters, which stand behind their button. */
const RefusedFilters = ({ refused }: { refused: Refused }) => {
  const t = useT()
  const names = refusedFilters(refused)
  if (names.length === 0) return null
  return (
    <Faults role="alert">
      {names.map((name) => (
        <p key={name}>{t('filter.refused', { name: t(filterNames[name]), what: refused[name]! })}</p>
      ))}
    </Faults>
  )
}

const Compared = ({ query, search, onChange, refused = {} }: Pick<Props, 'query' | 'search' | 'onChange' | 'refused'>) => {
  const t = useT()
  const { compare = 'previous' } = query
  const strange = useStrange(search)
  return (
    <>
      <TextField
        select
        label={t('compare')}
        value={search['compare'] === 'custom' ? 'custom' : compare}
        {...told(strange.compare)}
        onChange={({ target }) => onChange({ compare: target.value === 'previous' ? undefined : target.value })}
      >
        {(['previous', 'year', 'custom', 'none'] as const).map((one) => (
          <option key={one} value={one}>
            {t(`compare.${one}`)}
          </option>
        ))}
      </TextField>
      {search['compare'] === 'custom' ? (
        <>
          <LabelledDay
            label={t('compare.from')}
            date={search['cfrom']}
            text="–"
            max={search['cto']}
            onDate={(cfrom) => onChange({ cfrom })}
            {...told(refused.compareFrom)}
          />
          <LabelledDay
            label={t('compare.to')}
            date={search['cto']}
            text="–"
            min={search['cfrom']}
            onDate={(cto) => onChange({ cto })}
            {...told(refused.compareTo)}
          />
        </>
      ) : null}
      {compare === 'previous' || compare === 'year' ? (
        <TextField
          select
          label={t('align')}
          value={query.align ?? 'weekday'}
          {...told(strange.align)}
          onChange={({ target }) => onChange({ align: target.value === 'weekday' ? undefined : target.value })}
        >
          {alignments.map((one) => (
            <option key={one} value={one}>
              {t(`align.${one}`)}
            </option>
          ))}
        </TextField>
      ) : null}
    </>
  )
}

/** On paper nothing can be opened: what is counted, and beside what. */
const PrintedCount = ({ query, basis }: { query: Asked; basis: boolean }) => {
  const t = useT()
  const { compare = 'previous', align = 'weekday', period, whole } = query
  const counted = [
    ...(basis
      ? [
          t('report.about.basis', { basis: t(`basis.${query.basis ?? 'meal'}`) }),
          t(query.excludeCanceled ? 'report.about.kept' : 'report.about.canceled'),
        ]
      : []),
    ...(compare === 'previous' || compare === 'year'
      ? [t('report.about.compare', { compare: t(`compare.${compare}`), align: t(`align.${align}`) })]
      : []),
    ...(period ? [t('report.about.steps', { period: t(`period.${period}`) })] : []),
    ...(whole ? [t('whole')] : []),
  ]
  return <p className="printed">{counted.join(' · ')}</p>
}

/** The whole question; each answer of it stands in the address. */
export const QuestionBar = ({ query, today, search, onChange, basis = false, preset = 'lastWeek', filters, refused = {} }: Props) => {
  const t = useT()
  const { from, to } = query
  const strange = useStrange(search)
  const days = (patch: UrlPatch): void => onChange({ range: undefined, from, to, ...patch })
  return (
    <>
      <Bar>
        {basis ? (
          <Choice
            label={t('basis')}
            options={bases}
            value={query.basis ?? 'meal'}
            name={(one) => t(`basis.${one}`)}
            onChoose={(next) => onChange({ basis: next === 'meal' ? undefined : next })}
          />
        ) : null}
        <Choice
          label={t('presets')}
          options={presets}
          value={presetOf({ from, to }, today) ?? null}
          name={(one) => t(`preset.${one}`)}
          onChoose={(range) => onChange({ range: range === preset ? undefined : range, from: undefined, to: undefined })}
        />
      </Bar>
      <Bar>
        <LabelledDay
          label={t('from')}
          date={from}
          max={to}
          onDate={(day) => days({ from: day, ...(day > to ? { to: day } : {}) })}
          {...told(refused.from ?? strange.from)}
        />
        <LabelledDay
          label={t('to')}
          date={to}
          min={from}
          onDate={(day) => days({ to: day, ...(day < from ? { from: day } : {}) })}
          {...told(refused.to ?? strange.to)}
        />
        <Compared query={query} search={search} onChange={onChange} refused={refused} />
        <TextField
          select
          label={t('period')}
          value={query.period ?? ''}
          onChange={({ target }) => onChange({ period: target.value || undefined })}
          {...told(refused.period ?? strange.period)}
        >
          <option value="">{t('period.auto')}</option>
          {periods.map((one) => (
            <option key={one} value={one}>
              {t(`period.${one}`)}
            </option>
          ))}
        </TextField>
        {basis && from <= today && today < to && query.compare !== 'none' ? (
          <FormControlLabel
            label={t('whole')}
            control={
              <Checkbox size="small" checked={query.whole === true} onChange={(_event, on) => onChange({ whole: on ? '1' : undefined })} />
            }
          />
        ) : null}
        <PrintedCount query={query} basis={basis} />
        {filters}
      </Bar>
      <RefusedFilters refused={refused} />
    </>
  )
}
