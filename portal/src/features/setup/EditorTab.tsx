import { type Book, bookTextNames } from '@tablewire/contracts/estate/book'
import { systems } from '@tablewire/contracts/rms/systems'
import { useEndpoint } from '#src/api/query.ts'
import { FieldGrid, NumberField } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { LangTexts } from '#src/kit/form/LangTexts.tsx'
import { AreasTab } from './AreasTab.tsx'
import { DaysTab } from './DaysTab.tsx'
import { WeekTab } from './WeekTab.tsx'
import { at, type BookForm } from './book-form.ts'
import type { Tab } from './setting-place.ts'
import { useT } from './use-t.ts'

type EditorTabProps = {
  venueId: string
  systemId: string | null
  form: BookForm
  book: Book
  errors: Readonly<Record<string, string>>
  today: string
  tab: Tab
  shift: string | undefined
  onShift: (id: string | undefined) => void
}

export const EditorTab = ({ tab, venueId, systemId, form, book, errors, today, shift, onShift }: EditorTabProps) => {
  switch (tab) {
    case 'week':
      return <WeekTab venueId={venueId} form={form} book={book} errors={errors} shift={shift} onShift={onShift} />
    case 'areas':
      return <Areas venueId={venueId} systemId={systemId} form={form} book={book} errors={errors} />
    case 'days':
      return <DaysTab venueId={venueId} form={form} book={book} today={today} errors={errors} shift={shift} onShift={onShift} />
    case 'limits':
      return <LimitsTab form={form} />
    case 'texts':
      return <TextsTab form={form} />
  }
}

type AreasProps = Pick<EditorTabProps, 'venueId' | 'systemId' | 'form' | 'book' | 'errors'>

/** A system of the venue's own has ids for the areas; our book needs none. */
const Areas = ({ systemId, ...rest }: AreasProps) => {
  const { data } = useEndpoint(systems.names, { query: {} }, { staleTime: 60_000, meta: { shown: true } })
  const system = data?.find(({ id }) => id === systemId)
  return <AreasTab {...rest} elsewhere={system && system.type !== 'built_in' ? system.name : undefined} />
}

const sections = [
  {
    id: 'party',
    fields: [
      { name: 'party.min', min: 1, max: 1000, unit: 'covers', required: true },
      { name: 'party.max', min: 1, max: 1000, unit: 'covers', required: true },
    ],
  },
  {
    id: 'time',
    fields: [
      { name: 'noticeMinutes', min: 0, max: 525_600, unit: 'min', required: true },
      { name: 'cutOffMinutes', min: 0, max: 10_080, unit: 'min', required: false },
      { name: 'horizonDays', min: 1, max: 730, unit: 'days', required: true },
    ],
  },
  {
    id: 'cancel',
    fields: [
      { name: 'cancellationWindowMinutes', min: 0, max: 525_600, unit: 'min', required: true },
      { name: 'holdingTimeSeconds', min: 30, max: 3600, unit: 'sec', required: true },
    ],
  },
  { id: 'release', fields: [{ name: 'pressureReleaseHours', min: 0, max: 8760, unit: 'hours', required: false }] },
] as const

/** What binds guests and channels; the house itself is free. */
export const LimitsTab = ({ form: { control } }: { form: BookForm }) => {
  const t = useT()
  return sections.map(({ id, fields }) => (
    <FormSection key={id} title={t(`limits.${id}`)} hint={t(`limits.${id}.hint`)}>
      <FieldGrid>
        {fields.map(({ name, min, max, unit, required }) => (
          <NumberField
            key={name}
            control={control}
            name={at(name)}
            label={t(`limit.${name}`)}
            hint={t(`limit.${name}.hint`)}
            unit={t(`unit.${unit}`)}
            min={min}
            max={max}
            required={required}
          />
        ))}
      </FieldGrid>
    </FormSection>
  ))
}

/** What guests read, in their own language. */
export const TextsTab = ({ form: { control } }: { form: BookForm }) => {
  const t = useT()
  return bookTextNames.map((name) => (
    <FormSection key={name} title={t(`text.${name}`)} hint={t(`text.${name}.hint`)}>
      <LangTexts control={control} name={at(`texts.${name}`)} label={t(`text.${name}`)} rows={4} hint={t('text.fallback')} />
    </FormSection>
  ))
}
