import { type Company, companies } from '@tablewire/contracts/estate/companies'
import { queryClient, useCall } from '#src/api/query.ts'
import { BackButton } from '#src/kit/BackButton.tsx'
import { DeleteButton } from '#src/kit/form/DeleteButton.tsx'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { PageTabs } from '#src/kit/Tabs.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { fieldsOf } from './company-form.ts'
import { CompanyForm } from './CompanyForm.tsx'
import { CompanyTreeView } from './CompanyTreeView.tsx'
import { RetentionDialog } from './RetentionDialog.tsx'
import { WaysIn } from './WaysIn.tsx'
import { useCompanyForm } from './use-company-form.ts'
import { useT } from './use-t.ts'

type Key = Parameters<ReturnType<typeof useT>>[0]
const tabs = ['details', 'tree'] as const
const labels: Record<string, Key> = { countryCode: 'f.country', brandId: 'f.brand', ownerId: 'f.owner' }

/** One company: its data, and the tree of what belongs to it. */
export const CompanyEditor = ({ opened, onLeave }: { opened: Company; onLeave: () => void }) => {
  const t = useT()
  const [search, setSearch] = useUrlSearch()
  const tab = search['tab'] === 'tree' ? 'tree' : 'details'
  const { form, saved, theirs, saves, dropTheirs, draft, save, saving, overwrite, asked, drop } = useCompanyForm(opened)
  const { isDirty, errors } = form.formState
  const remove = useCall(companies.delete, { onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['companies'] }) })
  const { blocker } = useUnsaved(isDirty)
  const { id, name, venueCount, groupCount, userCount, brandId, brandName, ownerId, ownerName } = saved
  return (
    <>
      <PageTitle
        title={name}
        back={<BackButton onClick={onLeave}>{t('back')}</BackButton>}
        actions={
          <DeleteButton
            name={name}
            goes={t('delete.text', { groups: groupCount, users: userCount })}
            stays={venueCount > 0 ? t('delete.kept', { count: venueCount }) : undefined}
            busy={remove.isPending}
            onDelete={(then) => remove.mutate({ params: { id } }, then)}
            onDeleted={onLeave}
          />
        }
      />
      <PageTabs
        label={t('tabs')}
        tabs={tabs.map((one) => ({ id: one, label: t(`tab.${one}`) }))}
        value={tab}
        onChange={(next) => setSearch({ tab: next === 'details' ? undefined : next })}
      />
      <form noValidate onSubmit={(event) => void save(event)} hidden={tab !== 'details'}>
        <div role="tabpanel" aria-labelledby="tab-details">
          <CompanyForm
            control={form.control}
            companyId={id}
            brand={brandId && brandName ? { id: brandId, name: brandName } : undefined}
            owner={ownerId && ownerName ? { id: ownerId, name: ownerName } : undefined}
          />
        </div>
        <WaysIn kind="company" id={id} />
        <SaveBar changed={isDirty} saving={saving} errors={Object.keys(errors).length} restored={draft.restored} onDiscard={draft.drop} />
      </form>
      {tab === 'tree' ? (
        <div role="tabpanel" aria-labelledby="tab-tree">
          <CompanyTreeView id={id} />
        </div>
      ) : null}
      <StaleDialog
        saves={saves}
        before={draft.base}
        theirs={theirs ? fieldsOf(theirs) : undefined}
        mine={form.getValues()}
        labelOf={(field) => t(labels[field] ?? (`f.${field}` as Key))}
        onSave={overwrite}
        onClose={dropTheirs}
      />
      <RetentionDialog asked={asked} onClose={drop} />
      <UnsavedDialog blocker={blocker} />
    </>
  )
}
