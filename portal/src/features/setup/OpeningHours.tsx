import { mdiClose, mdiPlus } from '@mdi/js'
import type { Book } from '@tablewire/contracts/estate/book'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { Icon } from '#src/kit/Icon.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { type Hours } from './book-edits.ts'
import { TimeText } from '#src/kit/form/TimeField.tsx'
import { useT } from './use-t.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import { weekdays } from '#src/kit/week.ts'

const Table = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(0.75),
  // Hours that need a row of their own begin below those above, not below the name of the day.
  '& > fieldset': {
    position: 'relative',
    minWidth: 0,
    margin: 0,
    padding: 0,
    paddingInlineStart: 56,
    border: 0,
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(0.75, 1.5),
    minHeight: 38,
  },
  '& .day': { position: 'absolute', insetInlineStart: 0, top: 0, lineHeight: '38px', fontSize: '0.875rem', fontWeight: 600 },
  '& .closed': { lineHeight: '38px', color: theme.vars.palette.text.secondary, fontSize: '0.875rem' },
  '& .hours': { display: 'flex', alignItems: 'center', gap: 6, minWidth: 0, '& > div': { width: 84, minWidth: 0 } },
}))

type OpeningHoursProps = { book: Book; onChange: (hours: Hours) => void; errorOf: (path: string) => string | undefined }

/** When the door is open: shifts are offered inside of it only. */
export const OpeningHours = ({ book: { openingHours }, onChange, errorOf }: OpeningHoursProps) => {
  const t = useT()
  const set = (index: number, parts: Partial<Hours[number]>): void =>
    onChange(openingHours.map((hours, other) => (other === index ? { ...hours, ...parts } : hours)))
  return (
    <Table data-setting="openingHours">
      {weekdays.map((day) => {
        const here = openingHours.flatMap((hours, index) => (hours.day === day ? [{ ...hours, index }] : []))
        const name = weekdayName(day, 'long')
        return (
          <fieldset key={day} aria-label={name}>
            <span className="day" aria-hidden="true">
              {weekdayName(day)}
            </span>
            {here.length ? null : <span className="closed">{t('hours.closed')}</span>}
            {here.map(({ index, from, to }) => (
              <div className="hours" key={index}>
                {(['from', 'to'] as const).map((side) => (
                  <TimeText
                    key={side}
                    bare
                    name={`openingHours.${index}.${side}`}
                    label={`${name} ${t(`hours.${side}`)}`}
                    value={side === 'from' ? from : to}
                    error={errorOf(`openingHours.${index}.${side}`)}
                    onChange={(time) => set(index, { [side]: time ?? '' })}
                  />
                ))}
                <IconButton
                  size="small"
                  aria-label={t('hours.delete', { day: name, from, to })}
                  onClick={() => onChange(openingHours.filter((_, other) => other !== index))}
                >
                  <Icon path={mdiClose} size={16} />
                </IconButton>
              </div>
            ))}
            <IconButton
              size="small"
              aria-label={t('hours.add', { day: name })}
              onClick={() =>
                onChange([...openingHours, { day, ...(here.length ? { from: '19:00', to: '23:00' } : { from: '12:00', to: '23:00' }) }])
              }
            >
              <Icon path={mdiPlus} size={18} />
            </IconButton>
            {here.length ? null : <VisuallyHidden>{t('hours.closed')}</VisuallyHidden>}
          </fieldset>
        )
      })}
    </Table>
  )
}
