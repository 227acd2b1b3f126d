import type { ListingGap } from '@tablewire/contracts/listing/completeness.rules'
import type { ListingDetail } from '@tablewire/contracts/listing/listings'
import { useForm } from 'react-hook-form'
import { BackButton } from '#src/kit/BackButton.tsx'
import { ChangedNote } from '#src/kit/form/ChangedNote.tsx'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { useOfficeT } from '#src/kit/office/use-office-t.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { PageTabs } from '#src/kit/Tabs.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { Completeness } from './Completeness.tsx'
import { valueInWords } from './in-words.ts'
import { formOf, type ListingForm, placeOfGap, type Tab, tabOf, tabs } from './listing-form.ts'
import { ListingOff } from './ListingOff.tsx'
import { ListingTab, PlacesTab } from './ListingTab.tsx'
import { useListingSave } from './use-listing-save.ts'
import { useT } from './use-t.ts'

/** The tab must be there before anything in it can be looked at. */
const goTo = (place: string): void => {
  setTimeout(() => {
    const found = document.getElementById(place) ?? document.querySelector<HTMLElement>(`main [name="${CSS.escape(place)}"]`)
    found?.scrollIntoView({ block: 'center' })
    found?.focus({ preventScroll: true })
  }, 60)
}

export const ListingEditor = ({ opened, onLeave }: { opened: ListingDetail; onLeave: () => void }) => {
  const t = useT()
  const office = useOfficeT()
  const [search, setSearch] = useUrlSearch()
  const tab = tabs.find((one) => one === search['tab']) ?? 'texts'
  const atPlaces = search['tab'] === 'places'
  const show = (next: Tab | 'places'): void => setSearch({ tab: next === 'texts' ? undefined : next })
  const form = useForm<ListingForm>({ defaultValues: formOf(opened), mode: 'onTouched' })
  const { saved, changed, save, saving, reread, draft, blocker, stale, merge, closeStale } = useListingSave({
    opened,
    form,
    onWrong: (field) => show(tabOf(field)),
  })
  const { errors, isDirty } = form.formState
  const refuse = (found: object): void => {
    const places = Object.keys(found).map(tabOf)
    if (places[0] && !places.includes(tab)) show(places[0])
    toast.error(office('check'))
  }
  const go = (gap: ListingGap): void => {
    const place = placeOfGap[gap]
    show(place.tab)
    goTo(place.at)
  }
  return (
    <>
      <PageTitle back={<BackButton onClick={onLeave}>{t('back')}</BackButton>} title={saved.name} hint={saved.city ?? ''} />
      {saved.enabled ? <Completeness listing={saved} onGo={go} /> : <ListingOff id={saved.id} />}
      <PageTabs
        label={t('parts')}
        tabs={[...tabs, 'places' as const].map((id) => ({ id, label: t(`tab.${id}`) }))}
        value={atPlaces ? 'places' : tab}
        onChange={show}
      />
      {atPlaces ? <PlacesTab id={saved.id} onChanged={reread} /> : null}
      <form noValidate onSubmit={(event) => void form.handleSubmit(save, refuse)(event)}>
        {/* Fields of all tabs stay: what is wrong counts wherever it stands. */}
        {tabs.map((one) => (
          <div key={one} role="tabpanel" aria-labelledby={`tab-${one}`} hidden={atPlaces || one !== tab}>
            <ListingTab tab={one} form={form} listing={saved} />
          </div>
        ))}
        <SaveBar
          changed={isDirty}
          saving={saving}
          errors={Object.keys(errors).length}
          restored={draft.restored}
          onDiscard={draft.drop}
          meanwhile={<ChangedNote {...changed} />}
        />
      </form>
      {stale ? (
        <StaleDialog
          {...stale}
          labelOf={(field) => t(labelKeys[field])}
          textOf={valueInWords(t, office)}
          onSave={merge}
          onClose={closeStale}
        />
      ) : null}
      <UnsavedDialog blocker={blocker} />
    </>
  )
}

const labelKeys = {
  displayName: 'displayName',
  names: 'names',
  shortTexts: 'shortTexts',
  longTexts: 'longTexts',
  categories: 'categories',
  cuisines: 'cuisines',
  address: 'address',
  postalCode: 'postalCode',
  city: 'city',
  phone: 'phone',
  latitude: 'latitude',
  longitude: 'longitude',
  website: 'website',
  bookingUrl: 'bookingUrl',
  menuUrl: 'menuUrl',
  social: 'social',
  priceRange: 'priceRange',
  payments: 'payments',
  dress: 'dress',
  parking: 'parking',
  attributes: 's.attributes',
  photos: 's.photos',
  ownWeek: 's.week',
  ownDays: 's.own',
} as const
