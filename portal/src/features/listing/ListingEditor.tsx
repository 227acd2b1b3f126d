import type { ListingGap } from '@tablewire/contracts/listing/completeness.rules'
import type { ListingDetail } from '@tablewire/contracts/listing/listings'
import { useForm } from 'react-hook-form'
import { BackButton } from '#src/kit/BackButton.tsx'
import { ChangedNote } from '#src/kit/form/ChangedNote.tsx'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { useOfficeT } from '#src/kit/office/use-office-t.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { PageTabs } from '#src/kit/Tabs.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { ClosedToday, useHoursCheck } from './ClosedToday.tsx'
import { Completeness } from './Completeness.tsx'
import { type Field, formOf, type ListingForm, placeOfGap, type Tab, tabOf, tabs } from './listing-form.ts'
import { ListingOff } from './ListingOff.tsx'
import { ListingStale } from './ListingStale.tsx'
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
  const onWrong = (field: Field): void => show(tabOf(field))
  const form = useForm<ListingForm>({ defaultValues: formOf(opened), mode: 'onTouched' })
  const { saved, changed, save, saving, reread, draft, blocker, stale, merge, closeStale } = useListingSave({
    opened,
    form,
    onWrong,
  })
  const check = useHoursCheck({ form, hours: saved.hours, onWrong })
  const submit = async (now: ListingForm): Promise<void> => (check.holdsBack(now) ? undefined : save(now))
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
      <form noValidate onSubmit={(event) => void form.handleSubmit(submit, refuse)(event)}>
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
      {stale ? <ListingStale stale={stale} onSave={merge} onClose={closeStale} /> : null}
      <ClosedToday today={saved.hours.from} check={check} onSave={(now) => void save(now)} />
      <UnsavedDialog blocker={blocker} />
    </>
  )
}
