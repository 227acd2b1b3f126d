import { countryCodes } from '@tablewire/contracts/kit/places.rules'
import Button from '@mui/material/Button'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { FieldGrid, NumberField, SelectField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { LangTexts } from '#src/kit/form/LangTexts.tsx'
import { countryOptions, currencyOptions, zoneOptions } from '#src/kit/form/options.ts'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { SecretOnce } from '#src/kit/form/SecretOnce.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { ColumnsMenu } from '#src/kit/list/ColumnsMenu.tsx'
import { DataList } from '#src/kit/list/DataList.tsx'
import { FullHeight } from '#src/kit/list/FullHeight.tsx'
import { FilterSelect, ListBar } from '#src/kit/list/ListBar.tsx'
import { useColumns } from '#src/kit/list/use-columns.ts'
import { PageTabs } from '#src/kit/Tabs.tsx'

type Row = { id: string; name: string; city: string; covers: number }
const cities = ['Bilbao', 'København', 'Αθήνα', 'Llanfairpwllgwyngyllgogerychwyrndrobwllllantysiliogogogoch']
const all: readonly Row[] = Array.from({ length: 20_000 }, (_, index) => ({
  id: String(index),
  name: `Blue Door ${index + 1}`,
  city: cities[index % cities.length]!,
  covers: 20 + (index % 90),
}))

const columns: readonly Column<Row>[] = [
  {
    id: 'name',
    title: 'Name',
    width: 'minmax(140px, 2fr)',
    cell: ({ name }) => <span className="clip main">{name}</span>,
    sort: 'name',
    always: true,
  },
  {
    id: 'city',
    title: 'City',
    width: 'minmax(110px, 1fr)',
    cell: ({ city }) => <span className="clip">{city}</span>,
    sort: 'city',
    from: 600,
  },
  { id: 'covers', title: 'Covers', width: '80px', cell: ({ covers }) => covers, align: 'end' },
]

const cardOf = ({ name, city }: Row) => (
  <>
    <span className="clip main">{name}</span>
    <span className="clip quiet">{city}</span>
  </>
)

type State = 'rows' | 'loading' | 'empty' | 'error'

/** A list in every state it can be in. */
export const ListParts = () => {
  const [state, setState] = useState<State>('rows')
  const [search, setSearch] = useState('')
  const [choice, setChoice] = useState({ all: false, ids: new Set<string>() as ReadonlySet<string> })
  const shown = useColumns('kit', columns)
  const found = state === 'rows' ? all.filter(({ name }) => name.toLowerCase().includes(search.toLowerCase())) : []
  const error = state === 'error' ? { code: 'server.busy', message: 'The server is busy. Please try again in a moment.' } : null
  return (
    <FullHeight style={{ height: 520 }}>
      <PageTabs
        label="States"
        tabs={(['rows', 'loading', 'empty', 'error'] as const).map((id) => ({ id, label: id }))}
        value={state}
        onChange={setState}
      />
      <ListBar
        search={{ label: 'Search', value: search, onChange: setSearch }}
        filters={
          <FilterSelect
            label="City"
            value={undefined}
            options={cities.map((city) => ({ value: city, label: city }))}
            onChange={() => undefined}
          />
        }
        onClear={search ? () => setSearch('') : undefined}
        total={state === 'loading' ? undefined : found.length}
        columns={<ColumnsMenu columns={shown} />}
        actions={<Button variant="contained">New</Button>}
      />
      <DataList
        label="Venues"
        rows={{
          total: found.length,
          rows: found,
          name: search,
          ensure: () => undefined,
          loading: state === 'loading',
          stale: false,
          error,
          retry: () => setState('rows'),
        }}
        columns={shown.shown}
        sort="name"
        onSort={() => undefined}
        onOpen={() => undefined}
        rowLabel={({ name }) => name}
        phone={cardOf}
        empty={<EmptyState />}
        selection={{ choice, onChange: setChoice, matching: true, acts: <Button size="small">Change</Button> }}
      />
    </FullHeight>
  )
}

type Fields = {
  name: string
  covers: number | null
  country: string
  currency: string
  zone: string
  online: boolean
  text: Record<string, string>
}
const before: Fields = {
  name: 'Blue Door',
  covers: 40,
  country: 'ES',
  currency: 'EUR',
  zone: 'Europe/Madrid',
  online: true,
  text: { en: 'Welcome' },
}

/** A form with what it needs: meanings, faults, a draft, two people at once, a secret. */
export const FormParts = () => {
  const form = useForm<Fields>({ defaultValues: before, mode: 'onTouched' })
  const { control, formState, handleSubmit, reset, getValues } = form
  const draft = useDraft(form, { key: 'kit', owner: 'kit', of: 1 })
  const [theirs, setTheirs] = useState<Fields>()
  const [secrets, setSecrets] = useState<Record<string, string>>()
  return (
    <form onSubmit={handleSubmit((values) => reset(values))} noValidate>
      <FormSection title="Details" hint="What guests and channels read.">
        <FieldGrid>
          <TextInput control={control} name="name" label="Name" hint="As guests know it" required />
          <NumberField control={control} name="covers" label="Covers" hint="At one time" min={1} max={1000} unit="covers" />
          <SelectField control={control} name="country" label="Country" options={countryOptions(countryCodes)} required />
          <SelectField control={control} name="currency" label="Currency" options={currencyOptions()} />
          <SelectField control={control} name="zone" label="Time zone" options={zoneOptions()} empty="–" />
          <SwitchField control={control} name="online" label="Bookable online" hint="Outside channels may sell it" />
          <div className="wide">
            <LangTexts control={control} name="text" label="Welcome" hint="English stands in where a language is missing" />
          </div>
        </FieldGrid>
      </FormSection>
      <SaveBar
        changed={formState.isDirty}
        saving={formState.isSubmitting}
        errors={Object.keys(formState.errors).length}
        restored={draft.restored}
        onDiscard={draft.drop}
        actions={
          <>
            <Button onClick={() => setTheirs({ ...before, name: 'Green Door' })}>Somebody else</Button>
            <Button onClick={() => setSecrets({ Key: 'tw_demo_5f2c' })}>Key</Button>
          </>
        }
      />
      <StaleDialog
        before={before}
        theirs={theirs}
        mine={getValues()}
        labelOf={(name) => name}
        onSave={(values) => {
          reset(values)
          setTheirs(undefined)
        }}
        onClose={() => setTheirs(undefined)}
      />
      <SecretOnce title="New key" secrets={secrets} onClose={() => setSecrets(undefined)} />
    </form>
  )
}
