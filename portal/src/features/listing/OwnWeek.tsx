import { styled } from '@mui/material/styles'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import { weekdays } from '#src/kit/week.ts'
import type { ListingForm } from './listing-form.ts'
import { Spans } from './Spans.tsx'

type Week = NonNullable<ListingForm['ownWeek']>
export const Fault = styled('p')(({ theme }) => ({ margin: '6px 0', color: theme.vars.palette.tone.danger.text, fontSize: '0.8125rem' }))
const Rows = styled('div')(({ theme }) => ({
  marginBlockStart: 10,
  '& > div': {
    display: 'grid',
    gridTemplateColumns: '120px minmax(0, 1fr)',
    padding: '8px 0',
    borderBlockEnd: `1px solid ${theme.vars.palette.divider}`,
    '& > p': { gridColumn: 2 },
  },
}))

/** What is wrong with all of them together, and with each by its place. */
export type Faults = { readonly message?: string; readonly [nth: number]: { readonly message?: string } | undefined }

type OwnWeekProps = { week: Week; faults: Faults; onChange: (week: Week) => void }

const wrongOn = (week: Week, faults: Faults, day: number): string[] => [
  ...new Set(week.flatMap((span, nth) => (span.day === day ? (faults[nth]?.message ?? []) : []))),
]

/** Hours that differ from the book's. */
export const OwnWeek = ({ week, faults, onChange }: OwnWeekProps) => (
  <>
    {faults.message ? <Fault role="alert">{faults.message}</Fault> : null}
    <Rows>
      {weekdays.map((day) => (
        <div key={day} tabIndex={-1} data-wrong={wrongOn(week, faults, day).length > 0}>
          <span>{weekdayName(day, 'long')}</span>
          <Spans
            day={weekdayName(day, 'long')}
            spans={week.filter((span) => span.day === day)}
            onChange={(spans) =>
              onChange(
                weekdays.flatMap((one) =>
                  one === day ? spans.map(({ from, to }) => ({ day, from, to })) : week.filter((span) => span.day === one),
                ),
              )
            }
          />
          {wrongOn(week, faults, day).map((text) => (
            <Fault key={text} role="alert">
              {text}
            </Fault>
          ))}
        </div>
      ))}
    </Rows>
  </>
)
