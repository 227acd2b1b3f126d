import FormHelperText from '@mui/material/FormHelperText'
import { styled } from '@mui/material/styles'
import type { Report } from '@tablewire/contracts/analytics/reports'
import { useEffect, useRef } from 'react'
import { type Control, useController, useWatch } from 'react-hook-form'
import { FilterChip } from '#src/kit/FilterChip.tsx'
import { SwitchField } from '#src/kit/form/Fields.tsx'
import { useT } from '../use-t.ts'
import { partsOf } from './report-about.ts'
import { mayTake, type PageQuestion, type ReportForm } from './report-form.ts'

const Parts = styled('ul')({
  display: 'flex',
  flexWrap: 'wrap',
  gap: 6,
  margin: '6px 0 0',
  padding: 0,
  '& > li': { display: 'inline-flex', minWidth: 0, listStyle: 'none', overflowWrap: 'anywhere' },
})

/** `takesOver`: it is counted in another sight from then on, and what its owner did not see any more is no matter. */
type Props = { control: Control<ReportForm>; query: PageQuestion; report: Report | undefined; takesOver: boolean }

/** Whoever took the last filter off stands where they stood, and hears what is counted now. */
const Unfiltered = ({ taken }: { taken: boolean }) => {
  const t = useT()
  const place = useRef<HTMLParagraphElement>(null)
  useEffect(() => {
    if (taken) place.current?.focus()
  }, [taken])
  return (
    <p ref={place} tabIndex={-1} style={{ margin: 0 }}>
      {t('report.about.unfiltered')}
    </p>
  )
}

/** Its own filters, each of which may be taken off; what cannot be asked any more is named. */
const OwnFilters = ({ control, report, takesOver }: Pick<Props, 'control' | 'takesOver'> & { report: Report }) => {
  const t = useT()
  const { field } = useController({ control, name: 'dropped' })
  const parts = partsOf(t, report).filter(({ key }) => key === null || !field.value.includes(key))
  const gone = takesOver ? [] : parts.filter((part) => part.gone)
  if (parts.length === 0) return <Unfiltered taken={field.value.length > 0} />
  return (
    <>
      <p style={{ margin: 0 }}>{t('report.about.hint')}</p>
      <Parts aria-label={t('filter.active')}>
        {parts.map(({ key, text }) => (
          <li key={key ?? text}>
            {key === null ? (
              text
            ) : (
              <FilterChip text={text} label={t('filter.remove', { filter: text })} onRemove={() => field.onChange([...field.value, key])} />
            )}
          </li>
        ))}
      </Parts>
      {gone.length > 0 ? (
        <FormHelperText error>
          {t(report.mine ? 'report.about.goneHere' : 'report.about.goneHereForOwner', {
            what: gone.map(({ text }) => text).join(', '),
            owner: report.ownerName,
          })}
        </FormHelperText>
      ) : null}
    </>
  )
}

/** Which filters a report goes by: those it has, or those of the page; and what is wrong with them. */
export const ReportFilters = ({ control, query, report, takesOver }: Props) => {
  const t = useT()
  const take = useWatch({ control, name: 'take' })
  const { fieldState } = useController({ control, name: 'dropped' })
  return (
    <div className="wide">
      {report ? null : t('report.filters')}
      {report && !take ? <OwnFilters control={control} report={report} takesOver={takesOver} /> : null}
      {fieldState.error ? <FormHelperText error>{fieldState.error.message}</FormHelperText> : null}
      {report && mayTake(query, report) ? <SwitchField control={control} name="take" label={t('report.take')} /> : null}
    </div>
  )
}
