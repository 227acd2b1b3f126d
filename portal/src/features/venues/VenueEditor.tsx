import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { useForm } from 'react-hook-form'
import { BackButton } from '#src/kit/BackButton.tsx'
import { ChangedNote } from '#src/kit/form/ChangedNote.tsx'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { PageTabs } from '#src/kit/Tabs.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useOfficeT } from '#src/kit/office/use-office-t.ts'
import { labelOf, valueInWords } from './in-words.ts'
import { useT } from './use-t.ts'
import { useVenueSave } from './use-venue-save.ts'
import { formOf, isForm, type Tab, tabOf, type VenueForm } from './venue-form.ts'
import { MergedNote } from './archive/MergedNote.tsx'
import { VenueActions } from './archive/VenueActions.tsx'
import { Fields, LookingNote, useVenueRights } from './access/venue-rights.tsx'
import { BesideForm, VenueTab } from './VenueTab.tsx'

type Props = { opened: VenueDetail; onLeave: (id: string | undefined) => void }

export const VenueEditor = ({ opened, onLeave }: Props) => {
  const t = useT()
  const office = useOfficeT()
  const [search, setSearch] = useUrlSearch()
  const { mayChange, shown, isLocked } = useVenueRights()
  const tab = shown.find((one) => one === search['tab']) ?? 'details'
  const show = (next: Tab): void => setSearch({ tab: next === 'details' ? undefined : next })
  const form = useForm<VenueForm>({ defaultValues: formOf(opened), mode: 'onTouched' })
  const { saved, changed, take, save, saving, draft, blocker, stale, merge, closeStale } = useVenueSave({
    opened,
    form,
    onWrong: (field) => show(tabOf(field)),
  })
  const { errors, isDirty } = form.formState
  const wrong = Object.keys(errors)
  const refuse = (found: object): void => {
    const places = Object.keys(found).map(tabOf)
    if (places[0] && !places.includes(tab)) show(places[0])
    toast.error(office('check'))
  }
  return (
    <>
      <PageTitle
        back={<BackButton onClick={() => onLeave(undefined)}>{t('back')}</BackButton>}
        title={saved.name}
        hint={[saved.city, saved.companyName].filter(Boolean).join(' · ')}
        actions={<VenueActions venue={saved} onChanged={(fresh) => take(fresh, true)} />}
      />
      <MergedNote venue={saved} onOpen={onLeave} />
      <PageTabs label={t('parts')} tabs={shown.map((id) => ({ id, label: t(`tab.${id}`) }))} value={tab} onChange={show} />
      {mayChange ? null : <LookingNote />}
      <form noValidate onSubmit={(event) => void form.handleSubmit(save, refuse)(event)}>
        {/* Fields of all tabs stay: what is wrong counts wherever it stands. */}
        {shown
          .filter((one) => one === tab || isForm(one))
          .map((one) => (
            <div key={one} role="tabpanel" aria-labelledby={`tab-${one}`} hidden={one !== tab}>
              <Fields disabled={isLocked(one)}>
                <VenueTab tab={one} control={form.control} venue={saved} onChanged={(fresh) => take(fresh, true)} />
              </Fields>
              {one === tab ? <BesideForm tab={one} venue={saved} /> : null}
            </div>
          ))}
        {mayChange && (isForm(tab) || isDirty) ? (
          <SaveBar
            changed={isDirty}
            saving={saving}
            errors={wrong.length}
            restored={draft.restored}
            onDiscard={draft.drop}
            meanwhile={<ChangedNote {...changed} />}
          />
        ) : null}
      </form>
      {stale ? <StaleDialog {...stale} labelOf={labelOf(t)} textOf={valueInWords(t, office)} onSave={merge} onClose={closeStale} /> : null}
      <UnsavedDialog blocker={blocker} />
    </>
  )
}
