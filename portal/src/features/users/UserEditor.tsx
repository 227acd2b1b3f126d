import { mdiEyeOutline } from '@mdi/js'
import type { UserDetail } from '@tablewire/contracts/identity/users'
import { Banner } from '#src/kit/Banner.tsx'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'
import { BackButton } from '#src/kit/BackButton.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { PageTabs } from '#src/kit/Tabs.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { AccountFields } from './AccountFields.tsx'
import { AccountTab } from './AccountTab.tsx'
import { ConfirmByProof } from './ConfirmByProof.tsx'
import { RightsFields } from './RightsFields.tsx'
import { useT } from './use-t.ts'
import { accountOf } from './user-form.ts'
import { fullName, UserStateTag } from './user-words.tsx'
import { useUserForm } from './use-user-form.ts'
import { VenuesTab } from './VenuesTab.tsx'

const tabs = ['details', 'rights', 'venues', 'account'] as const
type Tab = (typeof tabs)[number]
type Key = Parameters<ReturnType<typeof useT>>[0]

/** One user: details and rights are one form with one Save; venues and the account are written where they stand. */
export const UserEditor = ({ opened, onLeave }: { opened: UserDetail; onLeave: () => void }) => {
  const t = useT()
  const [search, setSearch] = useUrlSearch()
  const tab: Tab = tabs.find((one) => one === search['tab']) ?? 'details'
  const showTab = (next: Tab): void => setSearch({ tab: next === 'details' ? undefined : next })
  const { form, saved, take, theirs, saves, dropTheirs, draft, save, saving, overwrite, address } = useUserForm(opened)
  const { isDirty, errors } = form.formState
  const { blocker } = useUnsaved(isDirty)
  const inForm = tab === 'details' || tab === 'rights'
  return (
    <>
      <PageTitle
        title={fullName(saved)}
        back={<BackButton onClick={onLeave}>{t('back')}</BackButton>}
        actions={<UserStateTag state={saved.state} />}
      />
      {saved.mayChange ? null : (
        <Banner tone="info" icon={mdiEyeOutline}>
          {t('above')}
        </Banner>
      )}
      <PageTabs label={t('tabs')} tabs={tabs.map((id) => ({ id, label: t(`tab.${id}`) }))} value={tab} onChange={showTab} />
      <form noValidate onSubmit={(event) => void save(event)} hidden={!inForm}>
        {/* A fieldset switches all of it off for whoever only looks. */}
        <fieldset disabled={!saved.mayChange} style={{ all: 'unset', display: 'contents' }}>
          <div role="tabpanel" aria-labelledby="tab-details" hidden={tab !== 'details'}>
            <AccountFields control={form.control} />
          </div>
          <div role="tabpanel" aria-labelledby="tab-rights" hidden={tab !== 'rights'}>
            <RightsFields control={form.control} locked={saved.oneself || !saved.mayChange} kept={accountOf(saved).role} />
          </div>
        </fieldset>
        <SaveBar changed={isDirty} saving={saving} errors={Object.keys(errors).length} restored={draft.restored} onDiscard={draft.drop} />
      </form>
      {tab === 'venues' ? (
        <div role="tabpanel" aria-labelledby="tab-venues">
          <VenuesTab key={saved.version} user={saved} onSaved={take} />
        </div>
      ) : null}
      {tab === 'account' ? (
        <div role="tabpanel" aria-labelledby="tab-account">
          <AccountTab user={saved} onSaved={take} onDeleted={onLeave} />
        </div>
      ) : null}
      <StaleDialog
        saves={saves}
        before={draft.base}
        theirs={theirs ? accountOf(theirs) : undefined}
        mine={form.getValues()}
        labelOf={(name) => t((name === 'permissions' ? 's.areas' : `f.${name}`) as Key)}
        textOf={(name, value) =>
          name === 'role'
            ? t(`role.${String(value)}` as Key)
            : Array.isArray(value)
              ? value.map((one) => t(`p.${String(one)}` as Key)).join(', ') || '–'
              : (typeof value === 'string' && value) || '–'
        }
        onSave={overwrite}
        onClose={dropTheirs}
      />
      {address ? (
        <ConfirmByProof
          title={t('address.ask')}
          text={t('address.text')}
          action={t('address.change')}
          onProof={address.prove}
          onClose={address.drop}
        />
      ) : null}
      <UnsavedDialog blocker={blocker} />
    </>
  )
}
