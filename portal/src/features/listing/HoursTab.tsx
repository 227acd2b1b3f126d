import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ListingDetail } from '@tablewire/contracts/listing/listings'
import type { ListingHours } from '@tablewire/contracts/listing/profile'
import { type UseFormReturn, useWatch } from 'react-hook-form'
import { PlainSwitch } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatDate } from '#src/kit/format.ts'
import { Tag } from '#src/kit/Tag.tsx'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import { weekdays } from '#src/kit/week.ts'
import type { ListingForm, OwnDay, Span } from './listing-form.ts'
import { usualOn } from './own-hours.ts'
import { OwnDays } from './OwnDays.tsx'
import { type Faults, OwnWeek } from './OwnWeek.tsx'
import { useT } from './use-t.ts'

const Lines = styled('ul')(({ theme }) => ({
  margin: '10px 0 0',
  padding: 0,
  listStyle: 'none',
  '& > li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: '4px 14px',
    minHeight: 36,
    padding: '4px 0',
    borderBlockEnd: `1px solid ${theme.vars.palette.divider}`,
    '& > strong': { flex: '0 0 215px', fontWeight: 500 },
    '& > span:nth-of-type(1)': { flex: '1 1 160px', fontVariantNumeric: 'tabular-nums' },
    '& > em': { fontStyle: 'normal', color: theme.vars.palette.text.secondary },
  },
}))
const Foot = styled('p')(({ theme }) => ({ margin: '8px 0 0', fontSize: '0.875rem', color: theme.vars.palette.text.secondary }))

const inWords = (spans: readonly Span[], closed: string): string => spans.map(({ from, to }) => `${from}–${to}`).join(', ') || closed

const Week = ({ hours }: { hours: ListingHours }) => {
  const t = useT()
  if (!hours.known) return <Foot>{t('week.unknown')}</Foot>
  return (
    <Lines>
      {weekdays.map((day) => (
        <li key={day}>
          <strong>{weekdayName(day, 'long')}</strong>
          <span>
            {inWords(
              hours.week.filter((span) => span.day === day),
              t('closed'),
            )}
          </span>
        </li>
      ))}
    </Lines>
  )
}

export const HoursTab = ({ form, listing }: { form: UseFormReturn<ListingForm>; listing: ListingDetail }) => {
  const t = useT()
  const { control, formState } = form
  const [ownWeek, ownDays] = useWatch({ control, name: ['ownWeek', 'ownDays'] })
  const { hours, bookHours } = listing
  const until = formatDate(hours.until)
  const dirty = { shouldDirty: true }
  const setWeek = (week: ListingForm['ownWeek']): void => {
    form.clearErrors('ownWeek')
    form.setValue('ownWeek', week, dirty)
  }
  const setDays = (days: OwnDay[]): void => {
    form.clearErrors('ownDays')
    form.setValue('ownDays', days, dirty)
  }
  const faults = (field: 'ownWeek' | 'ownDays'): Faults => (formState.errors[field] ?? {}) as Faults
  const says = (date: string): boolean => ownDays.some(({ fromOn, toOn }) => fromOn <= date && date <= toOn)
  const settle = (date: string, name: string, spans: Span[]): void =>
    setDays([...ownDays, { fromOn: date, toOn: date, name: name.slice(0, 80), spans }])
  const usual = (date: string): Span[] => usualOn(ownWeek ?? bookHours.week, date).map(({ from, to }) => ({ from, to }))
  return (
    <>
      <FormSection title={t('s.week')} hint={t('s.week.hint')}>
        <Tag tone={ownWeek ? 'warning' : 'success'}>{t(ownWeek ? 'week.own' : 'week.book')}</Tag>
        {ownWeek ? <OwnWeek week={ownWeek} faults={faults('ownWeek')} onChange={setWeek} /> : <Week hours={bookHours} />}
        <div id="listing-own-week" tabIndex={-1} style={{ marginBlockStart: 12 }}>
          <PlainSwitch
            label={t('week.differ')}
            about={t('week.differ.hint')}
            checked={ownWeek !== null}
            onChange={(on) => setWeek(on ? bookHours.week : null)}
          />
          <Foot>{t('week.differ.hint')}</Foot>
        </div>
      </FormSection>
      <FormSection title={t('s.days')} hint={t('s.days.hint', { until })}>
        {hours.days.length ? (
          <Lines>
            {hours.days.map(({ date, name, why, spans }) => (
              <li key={date}>
                <strong>{formatDate(date, 'long')}</strong>
                <span>{inWords(spans, t('closed'))}</span>
                {name ? <em>{name}</em> : null}
                <Tag tone={why === 'own' ? 'warning' : 'neutral'}>{t(`why.${why}`)}</Tag>
              </li>
            ))}
          </Lines>
        ) : (
          <Foot>{t('days.none')}</Foot>
        )}
      </FormSection>
      <FormSection title={t('s.own')} hint={t('s.own.hint')}>
        <OwnDays days={ownDays} faults={faults('ownDays')} onChange={setDays} />
      </FormSection>
      <FormSection title={t('s.holidays')} hint={t('s.holidays.hint')}>
        {hours.holidays.length ? (
          <Lines>
            {hours.holidays.map(({ date, name, confirmed }) => (
              <li key={date}>
                <strong>{formatDate(date, 'long')}</strong>
                <span>{name}</span>
                {confirmed || says(date) ? (
                  <Tag tone="success">{t('holiday.said')}</Tag>
                ) : (
                  <>
                    <Button size="small" aria-label={`${name}: ${t('holiday.open')}`} onClick={() => settle(date, name, usual(date))}>
                      {t('holiday.open')}
                    </Button>
                    <Button size="small" aria-label={`${name}: ${t('holiday.closed')}`} onClick={() => settle(date, name, [])}>
                      {t('holiday.closed')}
                    </Button>
                  </>
                )}
              </li>
            ))}
          </Lines>
        ) : (
          <Foot>{t('holidays.none', { until })}</Foot>
        )}
      </FormSection>
    </>
  )
}
