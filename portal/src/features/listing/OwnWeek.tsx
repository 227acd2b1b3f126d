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
  },
}))

type OwnWeekProps = { week: Week; wrong: string | undefined; onChange: (week: Week) => void }

/** Hours that differ from the book's. */
export const OwnWeek = ({ week, wrong, onChange }: OwnWeekProps) => (
  <>
    {wrong ? <Fault role="alert">{wrong}</Fault> : null}
    <Rows>
      {weekdays.map((day) => (
        <div key={day}>
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
        </div>
      ))}
    </Rows>
  </>
)
