import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { formatDate } from './format.ts'
import { VisuallyHidden } from './VisuallyHidden.tsx'
import { weekdays } from './week.ts'

/** Monday is 1; the first week of 2024 began on one. */
export const weekdayName = (weekday: number, style: 'weekday' | 'long' = 'weekday'): string => {
  const date = `2024-01-0${weekday}`
  if (style === 'weekday') return formatDate(date, 'weekday')
  return formatDate(date, 'long').split(/[ ,]/)[0]!
}

type WeekdaysProps = { label: string; value: readonly number[]; onChange: (days: number[]) => void; not?: number }

/** Several weekdays at once. */
export const Weekdays = ({ label, value, onChange, not }: WeekdaysProps) => (
  <ToggleButtonGroup
    size="small"
    value={[...value]}
    aria-label={label}
    onChange={(_, days: number[]) => onChange(days.toSorted((a, b) => a - b))}
    sx={{ flexWrap: 'wrap' }}
  >
    {weekdays.map((day) => (
      <ToggleButton key={day} value={day} disabled={day === not} sx={{ minWidth: 44 }}>
        <span aria-hidden="true">{weekdayName(day)}</span>
        <VisuallyHidden>{weekdayName(day, 'long')}</VisuallyHidden>
      </ToggleButton>
    ))}
  </ToggleButtonGroup>
)
