import { mdiClose, mdiContentCopy, mdiDeleteOutline, mdiPlus, mdiSourceBranch } from '@mdi/js'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import type { Area, Book, Shift } from '@tablewire/contracts/estate/book'
import { useWatch } from 'react-hook-form'
import { Icon } from '#src/kit/Icon.tsx'
import { FieldGrid, NumberField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { Pacing } from './Pacing.tsx'
import { Fieldset } from '#src/kit/form/Fieldset.tsx'
import { TimeField } from '#src/kit/form/TimeField.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { weekdayName, Weekdays } from '#src/kit/Weekdays.tsx'
import { at, type BookForm, shiftAt } from './book-form.ts'
import type { ShiftPath } from './setting-place.ts'
import { useT } from './use-t.ts'

const Root = styled('section')(({ theme }) => ({
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  scrollMarginBlockStart: 'calc(var(--top-bar, 0px) + 12px)',
  '& > header': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(0.5, 1),
    padding: theme.spacing(1, 1, 1, 2),
    borderBlockEnd: `1px solid ${theme.vars.palette.divider}`,
    '& > h2': { ...theme.typography.h3, flex: '1 1 160px', margin: 0 },
  },
  '& > div': { display: 'grid', gap: theme.spacing(2.5), padding: theme.spacing(2) },
}))
type ShiftCardProps = {
  form: BookForm
  path: ShiftPath
  onClose: () => void
  /** One weekday becomes a shift of its own; missing where a shift is for one date. */
  onSplit?: (weekday: number) => void
  onCopy: () => void
  onDelete: () => void
}

/** Everything about one shift, beside the line it is drawn on. */
export const ShiftCard = ({ form, path, onClose, onSplit, onCopy, onDelete }: ShiftCardProps) => {
  const t = useT()
  const book = useWatch({ control: form.control }) as Book
  const shift = shiftAt(book, path)
  if (!shift) return null
  const set = (parts: Partial<Shift>): void => form.setValue(at(path), { ...shift, ...parts } as never, { shouldDirty: true })
  const wrongDays = form.getFieldState(at(`${path}.days`), form.formState).error
  return (
    <Root aria-label={t('shift.title', { name: shift.name })} id="shift-card">
      <header>
        <h2>{shift.name || t('shift.unnamed')}</h2>
        <Button size="small" color="inherit" startIcon={<Icon path={mdiContentCopy} size={16} />} onClick={onCopy}>
          {t('shift.copy')}
        </Button>
        <Button size="small" color="error" startIcon={<Icon path={mdiDeleteOutline} size={16} />} onClick={onDelete}>
          {t('shift.delete')}
        </Button>
        <IconButton size="small" aria-label={t('shift.close')} onClick={onClose}>
          <Icon path={mdiClose} />
        </IconButton>
      </header>
      <div>
        {onSplit ? (
          <Fieldset>
            <legend>{t('shift.days')}</legend>
            <Weekdays label={t('shift.days')} value={shift.days} onChange={(days) => (days.length ? set({ days }) : undefined)} />
            {wrongDays?.message ? <p role="alert">{wrongDays.message}</p> : null}
            {shift.days.length > 1 ? <SplitOff shift={shift} onSplit={onSplit} /> : null}
          </Fieldset>
        ) : null}
        <Times form={form} path={path} />
        <Pacing form={form} path={path} shift={shift} />
        <Durations form={form} path={path} shift={shift} />
        <ShiftAreas shift={shift} areas={book.areas} onChange={(areaIds) => set({ areaIds })} />
        <SwitchField control={form.control} name={at(`${path}.online`)} label={t('shift.online')} hint={t('shift.online.hint')} />
      </div>
    </Root>
  )
}

const Times = ({ form: { control }, path }: { form: BookForm; path: ShiftPath }) => {
  const t = useT()
  return (
    <FieldGrid style={{ gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 130px), 1fr))' }}>
      <TextInput
        control={control}
        name={at(`${path}.name`)}
        label={t('shift.name')}
        required
        slotProps={{ htmlInput: { maxLength: 60 } }}
      />
      <TimeField control={control} name={at(`${path}.from`)} label={t('shift.from')} hint={t('shift.from.hint')} />
      <TimeField control={control} name={at(`${path}.lastSeating`)} label={t('shift.last')} hint={t('shift.last.hint')} optional />
      <TimeField control={control} name={at(`${path}.to`)} label={t('shift.to')} hint={t('shift.to.hint')} />
      <NumberField
        control={control}
        name={at(`${path}.intervalMinutes`)}
        label={t('shift.interval')}
        hint={t('shift.interval.hint')}
        unit={t('unit.min')}
        min={5}
        max={240}
        required
      />
    </FieldGrid>
  )
}

const SplitOff = ({ shift, onSplit }: { shift: Shift; onSplit: (weekday: number) => void }) => {
  const t = useT()
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 4, marginBlockStart: 6 }}>
      <span style={{ fontSize: '0.75rem' }}>{t('shift.split')}</span>
      {shift.days.map((weekday) => (
        <Button
          key={weekday}
          size="small"
          color="inherit"
          startIcon={<Icon path={mdiSourceBranch} size={14} />}
          onClick={() => onSplit(weekday)}
        >
          <span aria-hidden="true">{weekdayName(weekday)}</span>
          <VisuallyHidden>{t('shift.split.day', { day: weekdayName(weekday, 'long') })}</VisuallyHidden>
        </Button>
      ))}
    </div>
  )
}

type ShiftAreasProps = { shift: Shift; areas: readonly Area[]; onChange: (areaIds: string[] | null) => void }

/** In which areas the shift is served; all of them, also those still to come, unless some are chosen. */
export const ShiftAreas = ({ shift, areas, onChange }: ShiftAreasProps) => {
  const t = useT()
  const { areaIds } = shift
  const toggle = (id: string, on: boolean): void => {
    const next = on ? [...(areaIds ?? []), id] : (areaIds ?? []).filter((one) => one !== id)
    onChange(next.length === 0 ? null : areas.map((area) => area.id).filter((one) => next.includes(one)))
  }
  return (
    <Fieldset>
      <legend>{t('shift.areas')}</legend>
      <FormControlLabel
        label={t('shift.areas.all')}
        control={<Checkbox checked={areaIds === null} onChange={(_, all) => onChange(all ? null : areas.map(({ id }) => id))} />}
      />
      {areas.map(({ id, name }) => (
        <FormControlLabel
          key={id}
          label={name}
          disabled={areaIds === null}
          control={<Checkbox checked={areaIds === null || areaIds.includes(id)} onChange={(_, on) => toggle(id, on)} />}
        />
      ))}
    </Fieldset>
  )
}

const Rows = styled('div')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 260px), 1fr))',
  gap: theme.spacing(1, 3),
  '& > div': { display: 'grid', gridTemplateColumns: '1fr 1fr 36px', alignItems: 'start', gap: theme.spacing(1) },
  '& > div > button': { marginBlockStart: 24 },
}))

/** How long a party keeps its place, by its size; the last line serves all larger ones. */
export const Durations = ({ form, path, shift }: { form: BookForm; path: ShiftPath; shift: Shift }) => {
  const t = useT()
  const { durations } = shift
  const set = (next: Shift['durations']): void => form.setValue(at(`${path}.durations`), next as never, { shouldDirty: true })
  const add = (): void => {
    const before = durations.at(-2) ?? { partyMax: 0, minutes: durations[0]?.minutes ?? 90 }
    const last = durations.at(-1)
    if (!last) set([{ partyMax: 1000, minutes: 90 }])
    else
      set([...durations.slice(0, -1), { partyMax: Math.min(before.partyMax + 2, last.partyMax - 1), minutes: before.minutes + 15 }, last])
  }
  return (
    <Fieldset>
      <legend>{t('durations.title')}</legend>
      <p>{t('durations.hint')}</p>
      <Rows>
        {durations.map((_, index) => (
          <div key={index}>
            <NumberField
              control={form.control}
              name={at(`${path}.durations.${index}.partyMax`)}
              label={t('durations.party')}
              min={1}
              max={1000}
              required
            />
            <NumberField
              control={form.control}
              name={at(`${path}.durations.${index}.minutes`)}
              label={t('durations.minutes')}
              unit={t('unit.min')}
              min={15}
              max={720}
              required
            />
            {durations.length > 1 ? (
              <IconButton
                size="small"
                aria-label={t('durations.delete', { number: index + 1 })}
                onClick={() => set(durations.filter((__, other) => other !== index))}
              >
                <Icon path={mdiClose} size={18} />
              </IconButton>
            ) : null}
          </div>
        ))}
      </Rows>
      {durations.length < 20 ? (
        <Button size="small" sx={{ marginBlockStart: 1 }} startIcon={<Icon path={mdiPlus} size={16} />} onClick={add}>
          {t('durations.add')}
        </Button>
      ) : null}
    </Fieldset>
  )
}
