import { mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { LabelledDay } from '#src/kit/DayField.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import type { OwnDay } from './listing-form.ts'
import { Fault } from './OwnWeek.tsx'
import { Spans } from './Spans.tsx'
import { useT } from './use-t.ts'

const Day = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 10,
  padding: '12px 0',
  borderBlockEnd: `1px solid ${theme.vars.palette.divider}`,
  '& > .dates': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr)) auto', gap: 10, alignItems: 'end' },
}))

type OwnDaysProps = { days: readonly OwnDay[]; today: string; wrong: string | undefined; onChange: (days: OwnDay[]) => void }

export const OwnDays = ({ days, today, wrong, onChange }: OwnDaysProps) => {
  const t = useT()
  const put = (nth: number, part: Partial<OwnDay>): void => onChange(days.map((day, at) => (at === nth ? { ...day, ...part } : day)))
  return (
    <>
      {wrong ? <Fault role="alert">{wrong}</Fault> : null}
      {days.map((day, nth) => {
        const name = day.name || day.fromOn
        return (
          <Day key={nth}>
            <div className="dates">
              <LabelledDay
                required
                label={t('own.from')}
                text="–"
                date={day.fromOn}
                onDate={(fromOn) => put(nth, { fromOn, toOn: day.toOn < fromOn ? fromOn : day.toOn })}
              />
              <LabelledDay required label={t('own.to')} text="–" date={day.toOn} onDate={(toOn) => put(nth, { toOn })} />
              <TextField
                label={t('own.name')}
                value={day.name}
                slotProps={{ htmlInput: { maxLength: 80, dir: 'auto' } }}
                onChange={({ target }) => put(nth, { name: target.value })}
              />
              <IconButton size="small" aria-label={t('own.remove', { name })} onClick={() => onChange(days.filter((_, at) => at !== nth))}>
                <Icon path={mdiTrashCanOutline} size={18} />
              </IconButton>
            </div>
            <Spans day={name} spans={day.spans} onChange={(spans) => put(nth, { spans })} />
          </Day>
        )
      })}
      <Button
        color="inherit"
        startIcon={<Icon path={mdiPlus} />}
        onClick={() => onChange([...days, { fromOn: today, toOn: today, name: '', spans: [] }])}
      >
        {t('own.add')}
      </Button>
    </>
  )
}
