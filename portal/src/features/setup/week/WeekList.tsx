import { mdiAlertCircleOutline, mdiContentCopy, mdiEarthOff, mdiPlus } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { Icon } from '#src/kit/Icon.tsx'
import { weekdays } from '#src/kit/week.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import { useT } from '../use-t.ts'
import { placedOn } from '../week-line.ts'
import type { WeekProps } from './WeekGrid.tsx'

const Root = styled('div')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '& > section + section': { borderBlockStart: `1px solid ${theme.vars.palette.divider}` },
  '& header': { display: 'flex', alignItems: 'center', paddingInline: '12px 4px' },
  '& h2': { flex: 1, margin: 0, fontSize: '0.8125rem', fontWeight: 600 },
  '& p': { margin: 0, padding: '0 12px 10px', color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& ul': { display: 'grid', gap: 6, margin: 0, padding: '0 8px 8px', listStyle: 'none' },
  '& .shift': {
    all: 'unset',
    boxSizing: 'border-box',
    display: 'flex',
    alignItems: 'center',
    gap: 8,
    width: '100%',
    minHeight: 44,
    padding: '6px 10px',
    border: `1px solid ${theme.vars.palette.tone.primary.solid}`,
    borderRadius: theme.vars.shape.borderRadius,
    backgroundColor: theme.vars.palette.tone.primary.soft,
    color: theme.vars.palette.tone.primary.text,
    fontSize: '0.875rem',
    fontWeight: 600,
    cursor: 'pointer',
    '& > .name': { flex: 1, minWidth: 0, overflowWrap: 'anywhere' },
    '& > .times': { fontVariantNumeric: 'tabular-nums', whiteSpace: 'nowrap' },
    '&.offline': { borderStyle: 'dashed' },
    '&[aria-pressed="true"]': { boxShadow: `0 0 0 2px ${theme.vars.palette.accent.ring}` },
    '&.wrong': {
      borderColor: theme.vars.palette.tone.danger.solid,
      backgroundColor: theme.vars.palette.tone.danger.soft,
      color: theme.vars.palette.tone.danger.text,
    },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2 },
  },
}))

/** The week where seven lines are too short for names and times: day by day, each shift with both. Times are set in the shift's own card. */
export const WeekList = ({ book, chosen, wrong, onChoose, onAdd, onCopy }: WeekProps) => {
  const t = useT()
  return (
    <Root data-tour="week">
      {weekdays.map((weekday) => {
        const day = weekdayName(weekday, 'long')
        const placed = placedOn(book.shifts, weekday)
        return (
          <section key={weekday} aria-label={day}>
            <header>
              <h2>{day}</h2>
              <IconButton size="small" aria-label={t('week.add.on', { day })} onClick={() => onAdd(weekday)}>
                <Icon path={mdiPlus} size={18} />
              </IconButton>
              <IconButton size="small" aria-label={t('week.copy.day', { day })} onClick={() => onCopy(weekday)}>
                <Icon path={mdiContentCopy} size={16} />
              </IconButton>
            </header>
            {placed.length > 0 ? (
              <ul>
                {placed.map(({ shift, index }) => {
                  const faulty = wrong.has(`shifts.${index}`)
                  return (
                    <li key={shift.id}>
                      <button
                        type="button"
                        className={['shift', ...(shift.online ? [] : ['offline']), ...(faulty ? ['wrong'] : [])].join(' ')}
                        aria-pressed={chosen === shift.id}
                        onClick={() => onChoose(shift.id)}
                      >
                        {faulty ? <Icon path={mdiAlertCircleOutline} size={16} /> : null}
                        {shift.online ? null : <Icon path={mdiEarthOff} size={16} />}
                        <span className="name">{shift.name || t('shift.unnamed')}</span>
                        <span className="times">
                          {shift.from}–{shift.to}
                        </span>
                      </button>
                    </li>
                  )
                })}
              </ul>
            ) : (
              <p>{t('week.none', { day })}</p>
            )}
          </section>
        )
      })}
    </Root>
  )
}
