import { mdiArchiveOutline, mdiArrowDown, mdiArrowUp, mdiPlus } from '@mdi/js'
import type { Area, Book } from '@tablewire/contracts/estate/book'
import Button from '@mui/material/Button'
import FormControlLabel from '@mui/material/FormControlLabel'
import IconButton from '@mui/material/IconButton'
import Radio from '@mui/material/Radio'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { venues } from '@tablewire/contracts/estate/venues'
import { useLive } from '#src/api/live.ts'
import { keyOf, queryClient, useEndpoint } from '#src/api/query.ts'
import { formatInstant } from '#src/kit/format.ts'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { FieldGrid, NumberField, PlainSwitch, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { LangTexts } from '#src/kit/form/LangTexts.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { at, type BookForm, change } from './book-form.ts'
import { newId } from '#src/api/random-key.ts'
import { useT } from './use-t.ts'

const Item = styled('li')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  padding: theme.spacing(2),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '& > .foot': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.spacing(0.5, 1) },
  '& > .foot > .space': { flex: 1 },
  '& > .more': { display: 'grid', gap: theme.spacing(2.5), paddingBlockStart: theme.spacing(1) },
}))
const List = styled('ol')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  margin: theme.spacing(2, 0),
  padding: 0,
  listStyle: 'none',
}))

type AreasTabProps = {
  venueId: string
  elsewhere: string | undefined
  form: BookForm
  book: Book
  errors: Readonly<Record<string, string>>
}

/** Rooms, terraces, bars: in the order in which guests read them. */
export const AreasTab = ({ venueId, elsewhere, form, book, errors }: AreasTabProps) => {
  const t = useT()
  const { areas } = book
  const [archiving, setArchiving] = useState<Area>()
  const put = (next: Area[]): void => change(form, { areas: next })
  const swap = (index: number, by: number): void => {
    const next = [...areas]
    ;[next[index], next[index + by]] = [next[index + by]!, next[index]!]
    put(next)
    const id = next[index + by]!.id
    setTimeout(() => document.getElementById(`area-${by > 0 ? 'down' : 'up'}-${id}`)?.focus(), 0)
  }
  const archive = ({ id, byDefault }: Area): void => {
    const left = areas.filter((area) => area.id !== id)
    change(form, {
      areas: byDefault ? left.map((area, index) => ({ ...area, byDefault: index === 0 })) : left,
      shifts: book.shifts.map((shift) => withoutArea(shift, id)),
      specialDays: book.specialDays.map((day) => ({ ...day, shifts: day.shifts?.map((shift) => withoutArea(shift, id)) ?? null })),
      closures: book.closures.filter(({ areaId }) => areaId !== id),
    })
  }
  return (
    <>
      <SwitchField control={form.control} name="bookableAreas" label={t('areas.bookable')} hint={t('areas.bookable.hint')} />
      {errors['areas'] ? <p role="alert">{errors['areas']}</p> : null}
      <List>
        {areas.map((area, index) => (
          <AreaItem
            key={area.id}
            form={form}
            area={area}
            elsewhere={elsewhere}
            index={index}
            last={index === areas.length - 1}
            onUp={() => swap(index, -1)}
            onDown={() => swap(index, 1)}
            onGoogle={(own) => put(areas.map((one) => ({ ...one, rwgDefault: own && one.id === area.id })))}
            onDefault={() => put(areas.map((one) => ({ ...one, byDefault: one.id === area.id })))}
            onArchive={() => setArchiving(area)}
          />
        ))}
      </List>
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiPlus} size={18} />}
        onClick={() =>
          put([...areas, { id: newId(), name: '', description: '', capacity: 20, byDefault: areas.length === 0, online: true }])
        }
      >
        {t('areas.add')}
      </Button>
      <ArchivedAreas venueId={venueId} areas={areas} onBack={(area) => put([...areas, area])} />
      <ConfirmDialog
        open={archiving !== undefined}
        danger
        title={t('areas.archive.title', { name: archiving?.name ?? '' })}
        confirmLabel={t('areas.archive')}
        onClose={() => setArchiving(undefined)}
        onConfirm={() => {
          if (archiving) archive(archiving)
          setArchiving(undefined)
        }}
      >
        {t('areas.archive.text')}
      </ConfirmDialog>
    </>
  )
}

const withoutArea = <S extends { areaIds: string[] | null }>(shift: S, id: string): S => {
  const left = shift.areaIds?.filter((one) => one !== id)
  return { ...shift, areaIds: left?.length ? left : null }
}

type AreaItemProps = {
  form: BookForm
  area: Area
  /** The reservation system that owns the tables; undefined = our own book. */
  elsewhere: string | undefined
  index: number
  last: boolean
  onUp: () => void
  onDown: () => void
  onDefault: () => void
  onGoogle: (own: boolean) => void
  onArchive: () => void
}

const AreaItem = ({ form: { control }, area, elsewhere, index, last, onUp, onDown, onDefault, onGoogle, onArchive }: AreaItemProps) => {
  const t = useT()
  const [open, setOpen] = useState(false)
  const name = area.name || t('areas.unnamed')
  return (
    <Item aria-label={name}>
      <FieldGrid style={{ gridTemplateColumns: 'minmax(0, 1fr) minmax(96px, 140px)' }}>
        <TextInput
          control={control}
          name={at(`areas.${index}.name`)}
          label={t('areas.name')}
          required
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <NumberField
          control={control}
          name={at(`areas.${index}.capacity`)}
          label={t('areas.capacity')}
          unit={t('unit.covers')}
          min={0}
          max={5000}
          required
        />
      </FieldGrid>
      {elsewhere === undefined ? null : (
        <TextInput
          control={control}
          name={at(`areas.${index}.externalId`)}
          label={t('areas.externalId', { system: elsewhere })}
          hint={t('areas.externalId.hint')}
          slotProps={{ htmlInput: { maxLength: 200, spellCheck: false, dir: 'auto' } }}
        />
      )}
      <div className="foot">
        <SwitchField control={control} name={at(`areas.${index}.online`)} label={t('areas.online')} />
        <FormControlLabel
          label={t('areas.default')}
          control={<Radio checked={area.byDefault} onChange={onDefault} name="area-default" />}
        />
        <PlainSwitch label={t('areas.rwg')} about={t('areas.rwg.hint')} checked={area.rwgDefault === true} onChange={onGoogle} />
        <span className="space" />
        <Button size="small" color="inherit" aria-expanded={open} onClick={() => setOpen(!open)}>
          {t('areas.texts')}
        </Button>
        <IconButton id={`area-up-${area.id}`} size="small" disabled={index === 0} aria-label={t('areas.up', { name })} onClick={onUp}>
          <Icon path={mdiArrowUp} size={18} />
        </IconButton>
        <IconButton id={`area-down-${area.id}`} size="small" disabled={last} aria-label={t('areas.down', { name })} onClick={onDown}>
          <Icon path={mdiArrowDown} size={18} />
        </IconButton>
        <IconButton size="small" disabled={index === 0 && last} aria-label={t('areas.archive.one', { name })} onClick={onArchive}>
          <Icon path={mdiArchiveOutline} size={18} />
        </IconButton>
      </div>
      {open ? (
        <div className="more">
          <TextInput
            control={control}
            name={at(`areas.${index}.description`)}
            label={t('areas.description')}
            hint={t('areas.description.hint')}
            multiline
            minRows={2}
            slotProps={{ htmlInput: { maxLength: 500 } }}
          />
          <LangTexts
            control={control}
            name={at(`areas.${index}.names`)}
            label={t('areas.names')}
            hint={t('areas.names.hint')}
            rows={1}
            maxLength={80}
          />
          <LangTexts control={control} name={at(`areas.${index}.descriptions`)} label={t('areas.descriptions')} rows={2} maxLength={500} />
        </div>
      ) : null}
    </Item>
  )
}

type ArchivedProps = { venueId: string; areas: readonly Area[]; onBack: (area: Area) => void }

/** Areas taken out of the book. One that comes back is the same as before: its reservations of the past sit there again. */
const ArchivedAreas = ({ venueId, areas, onBack }: ArchivedProps) => {
  const t = useT()
  const input = { params: { id: venueId } }
  const { data } = useEndpoint(venues.archivedAreas, input, { meta: { shown: true } })
  useLive(({ type, venueId: of }) => {
    if (of === venueId && type === 'book') void queryClient.invalidateQueries({ queryKey: keyOf(venues.archivedAreas, input) })
  })
  const here = new Set(areas.map(({ id }) => id))
  const gone = (data ?? []).filter(({ id }) => !here.has(id))
  if (!gone.length) return null
  return (
    <section aria-label={t('areas.archived')} style={{ marginBlockStart: 24 }}>
      <h3>{t('areas.archived')}</h3>
      <ItemList>
        {gone.map(({ archivedAt, ...area }) => (
          <ListItem
            key={area.id}
            icon={<Icon path={mdiArchiveOutline} />}
            title={<span dir="auto">{area.name}</span>}
            text={t('areas.archived.since', { when: formatInstant(archivedAt), count: area.capacity })}
            acts={
              <Button size="small" variant="outlined" onClick={() => onBack(area)} aria-label={t('areas.back.one', { name: area.name })}>
                {t('areas.back')}
              </Button>
            }
          />
        ))}
      </ItemList>
    </section>
  )
}
