import { mdiPlus, mdiTrashCanOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { LabelledDay } from '#src/kit/DayField.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import type { OwnDay } from './listing-form.ts'
import { Fault, type Faults } from './OwnWeek.tsx'
import { Spans } from './Spans.tsx'
import { useT } from './use-t.ts'

const Day = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 10,
  padding: '12px 0',
  borderBlockEnd: `1px solid ${theme.vars.palette.divider}`,
  '& > .dates': { display: 'grid', gridTemplateColumns: 'repeat(auto-fit, minmax(150px, 1fr)) auto', gap: 10, alignItems: 'end' },
}))

type OwnDaysProps = { days: readonly OwnDay[]; faults: Faults; onChange: (days: OwnDay[]) => void }

export const OwnDays = ({ days, faults, onChange }: OwnDaysProps) => {
  const t = useT()
  const put = (nth: number, part: Partial<OwnDay>): void => onChange(days.map((day, at) => (at === nth ? { ...day, ...part } : day)))
  return (
    <>
      {faults.message ? <Fault role="alert">{faults.message}</Fault> : null}
      {days.map((day, nth) => {
        const name = day.name || day.fromOn || t('own.new')
        const wrong = faults[nth]?.message
        return (
          <Day key={nth} tabIndex={-1} data-wrong={wrong !== undefined}>
            <div className="dates">
              <LabelledDay
                required
                label={t('own.from')}
                text="–"
                date={day.fromOn || undefined}
                error={wrong !== undefined && !day.fromOn}
                onDate={(fromOn) => put(nth, { fromOn, toOn: day.toOn < fromOn ? fromOn : day.toOn })}
              />
              <LabelledDay
                required
                label={t('own.to')}
                text="–"
                date={day.toOn || undefined}
                error={wrong !== undefined && !day.toOn}
                onDate={(toOn) => put(nth, { toOn })}
              />
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
            {wrong ? <Fault role="alert">{wrong}</Fault> : null}
            <Spans day={name} spans={day.spans} onChange={(spans) => put(nth, { spans })} />
          </Day>
        )
      })}
      <Button
        color="inherit"
        startIcon={<Icon path={mdiPlus} />}
        onClick={() => onChange([...days, { fromOn: '', toOn: '', name: '', spans: [] }])}
      >
        {t('own.add')}
      </Button>
    </>
  )
}
