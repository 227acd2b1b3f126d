import type { GoogleAccount } from '@tablewire/contracts/google/google-accounts'
import { BackButton } from '#src/kit/BackButton.tsx'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { PageTabs } from '#src/kit/Tabs.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { AccountFields } from './AccountFields.tsx'
import { flat, valuesOf } from './account-form.ts'
import { accountTabs } from './launch/account-tabs.ts'
import { AccountPart } from './launch/AccountPart.tsx'
import { useAccountTab } from './launch/use-account-tab.ts'
import { Passwords } from './Passwords.tsx'
import { useAccountForm } from './use-account-form.ts'
import { useT } from './use-t.ts'
import { stateOf, toneOfState } from './what-to-do.ts'
import { WhatToDo } from './WhatToDo.tsx'

type Key = Parameters<ReturnType<typeof useT>>[0]

/** One account: its launch room, its restaurants and feeds; and how it is set up: what is missing, its passwords, and its settings with one Save. */
export const AccountEditor = ({ opened, onLeave }: { opened: GoogleAccount; onLeave: () => void }) => {
  const t = useT()
  const { form, saved, show, theirs, saves, dropTheirs, draft, save, saving, overwrite } = useAccountForm(opened)
  const { isDirty, errors } = form.formState
  const { blocker } = useUnsaved(isDirty)
  const state = stateOf(saved)
  const [tab, open] = useAccountTab(state !== 'unfinished' && state !== 'unreachable')
  return (
    <>
      <PageTitle
        back={<BackButton onClick={onLeave}>{t('back')}</BackButton>}
        title={saved.name}
        hint={saved.systemName ?? saved.brandName ?? t('owner.ours')}
        actions={
          <>
            <Tag tone={saved.environment === 'production' ? 'primary' : 'violet'}>{t(`environment.${saved.environment}`)}</Tag>
            <Tag tone={toneOfState[state]}>{t(`state.${state}`)}</Tag>
          </>
        }
      />
      <PageTabs label={t('tab.parts')} tabs={accountTabs.map((id) => ({ id, label: t(`tab.${id}`) }))} value={tab} onChange={open} />
      {tab === 'setup' ? null : (
        <div role="tabpanel" aria-labelledby={`tab-${tab}`}>
          <AccountPart tab={tab} account={saved} onShow={open} />
        </div>
      )}
      {/* What was typed stays while another part is looked at. */}
      <div role="tabpanel" aria-labelledby="tab-setup" hidden={tab !== 'setup'}>
        <WhatToDo account={saved} />
        <Passwords account={saved} changed={isDirty} onChanged={show} />
        <form noValidate onSubmit={(event) => void save(event)}>
          <AccountFields control={form.control} account={saved} />
          <SaveBar changed={isDirty} saving={saving} errors={Object.keys(errors).length} restored={draft.restored} onDiscard={draft.drop} />
        </form>
      </div>
      <StaleDialog<Record<string, unknown>>
        saves={saves}
        before={flat(draft.base)}
        theirs={theirs ? flat(valuesOf(theirs)) : undefined}
        mine={flat(form.getValues())}
        labelOf={(name) => t(`f.${name.slice(name.indexOf('.') + 1)}` as Key)}
        onSave={overwrite}
        onClose={dropTheirs}
      />
      <UnsavedDialog blocker={blocker} />
    </>
  )
}
