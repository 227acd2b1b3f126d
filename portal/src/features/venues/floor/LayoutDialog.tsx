import { mdiDeleteOutline, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import IconButton from '@mui/material/IconButton'
import type { FloorLayout, FloorRule } from '@tablewire/contracts/booking/floor'
import { doubleDay, neverHolds } from '@tablewire/contracts/booking/floor.rules'
import { useId, useState } from 'react'
import { LabelledDay } from '#src/kit/DayField.tsx'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { formatDate } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { Weekdays } from '#src/kit/Weekdays.tsx'
import { ownZone, wallClock } from '#src/kit/zone-clock.ts'
import { withLayout } from './edit-floor.ts'
import { useFloorT } from './use-floor-t.ts'

const everyDay = [1, 2, 3, 4, 5, 6, 7]
const today = (): string => wallClock(ownZone(), Date.now()).slice(0, 10)

const RuleFields = ({ rule, onChange, onRemove }: { rule: FloorRule; onChange: (rule: FloorRule) => void; onRemove: () => void }) => {
  const t = useFloorT()
  const single = rule.from === rule.until
  return (
    <fieldset
      style={{
        display: 'grid',
        gap: 10,
        minWidth: 0,
        margin: 0,
        padding: '10px 0 0',
        border: 0,
        borderTop: '1px solid var(--tw-palette-divider)',
      }}
    >
      <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'end', gap: 12 }}>
        <LabelledDay
          label={t('rule.from')}
          date={rule.from}
          required
          onDate={(from) => onChange({ ...rule, from, until: rule.until < from || single ? from : rule.until })}
        />
        <LabelledDay
          label={t('rule.until')}
          date={rule.until}
          min={rule.from}
          required
          onDate={(until) => onChange({ ...rule, until, weekdays: rule.weekdays })}
        />
        <IconButton aria-label={t('rule.remove')} title={t('rule.remove')} onClick={onRemove} sx={{ marginInlineStart: 'auto' }}>
          <Icon path={mdiDeleteOutline} />
        </IconButton>
      </div>
      {single ? null : (
        <Weekdays label={t('rule.weekdays')} value={rule.weekdays} onChange={(weekdays) => onChange({ ...rule, weekdays })} />
      )}
      {rule.until < today() ? <small>{t('rule.over')}</small> : null}
    </fieldset>
  )
}

/** A single day has its weekday by itself. */
const whole = (rule: FloorRule): FloorRule => (rule.from === rule.until ? { ...rule, weekdays: everyDay } : rule)

/** What is wrong with a layout beside the others, in words. */
const useFaults = (
  given: FloorLayout,
  layouts: readonly FloorLayout[],
  first: boolean,
): { nameWrong: boolean; dayWrong: string | undefined } => {
  const t = useFloorT()
  const { name, days } = given
  const nameWrong = name === '' || layouts.some((one) => one.id !== given.id && one.name.toLowerCase() === name.toLowerCase())
  const double = doubleDay(withLayout(layouts, given))
  if (double) {
    const [one, other] = [double.one.name || t('layout.new'), double.other.name || t('layout.new')]
    return { nameWrong, dayWrong: t('rule.twice', { one, other, date: formatDate(double.date) }) }
  }
  if (days.some(({ weekdays }) => weekdays.length === 0)) return { nameWrong, dayWrong: t('rule.noWeekday') }
  if (days.some(neverHolds)) return { nameWrong, dayWrong: t('rule.never') }
  return { nameWrong, dayWrong: !first && days.length === 0 ? t('rule.none') : undefined }
}

type LayoutDialogProps = {
  layout: FloorLayout
  layouts: readonly FloorLayout[]
  onDone: (layout: FloorLayout) => void
  onClose: () => void
}

/** How a layout is called and on which days it rules. */
export const LayoutDialog = ({ layout, layouts, onDone, onClose }: LayoutDialogProps) => {
  const t = useFloorT()
  const titleId = useId()
  const [name, setName] = useState(layout.name)
  const [days, setDays] = useState<FloorRule[]>(layout.days)
  const [tried, setTried] = useState(false)
  const first = layouts[0]?.id === layout.id || layouts.length === 0
  const known = layouts.some(({ id }) => id === layout.id)
  const given: FloorLayout = { ...layout, name: name.trim(), days: days.map(whole) }
  const { nameWrong, dayWrong } = useFaults(given, layouts, first)
  const add = (single: boolean) => (): void =>
    setDays([...days, { from: today(), until: single ? today() : `${today().slice(0, 4)}-12-31`, weekdays: everyDay }])
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{known ? t('layout.edit', { name: layout.name }) : t('layout.new')}</DialogTitle>
      <DialogForm
        draft={{ restored: false, drop: () => undefined }}
        saveLabel={t('layout.take')}
        saving={false}
        onClose={onClose}
        onSave={async (event) => {
          event.preventDefault()
          setTried(true)
          if (!nameWrong && !dayWrong) onDone(given)
        }}
      >
        <TextField
          label={t('layout.name')}
          required
          autoFocus
          value={name}
          error={tried && nameWrong}
          helperText={tried && nameWrong ? t('layout.nameWrong') : undefined}
          slotProps={{ htmlInput: { maxLength: 60, dir: 'auto' } }}
          onChange={({ target }) => setName(target.value)}
        />
        {first ? (
          <p style={{ margin: 0 }}>{t('layout.first')}</p>
        ) : (
          <div style={{ display: 'grid', gap: 12 }}>
            {days.map((rule, index) => (
              <RuleFields
                key={index}
                rule={rule}
                onChange={(next) => setDays(days.map((one, at) => (at === index ? next : one)))}
                onRemove={() => setDays(days.filter((_, at) => at !== index))}
              />
            ))}
            <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
              <Button size="small" variant="outlined" color="inherit" startIcon={<Icon path={mdiPlus} size={18} />} onClick={add(false)}>
                {t('rule.season')}
              </Button>
              <Button size="small" variant="outlined" color="inherit" startIcon={<Icon path={mdiPlus} size={18} />} onClick={add(true)}>
                {t('rule.day')}
              </Button>
            </div>
            {tried && dayWrong ? (
              <p role="alert" style={{ margin: 0, color: 'var(--tw-palette-tone-danger-text)' }}>
                {dayWrong}
              </p>
            ) : null}
          </div>
        )}
      </DialogForm>
    </Dialog>
  )
}
