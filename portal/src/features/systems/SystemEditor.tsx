import type { SystemDetail } from '@tablewire/contracts/rms/systems'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'
import { PageTabs } from '#src/kit/Tabs.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { ConnectionFields } from './ConnectionFields.tsx'
import { leafOf, sections } from './form-sections.ts'
import { KeysTab } from './KeysTab.tsx'
import { SystemTestMode } from './SystemTestMode.tsx'
import { PeopleTab } from './PeopleTab.tsx'
import { flat, formTabs, isFormTab, type Tab, tabs, valuesOf } from './system-form.ts'
import { SystemChannels } from './SystemChannels.tsx'
import { SystemHead } from './SystemHead.tsx'
import { SystemFields } from './SystemFields.tsx'
import { TestConnection } from './TestConnection.tsx'
import { useT } from './use-t.ts'
import { pathsOf, useSystemForm } from './use-system-form.ts'

type Key = Parameters<ReturnType<typeof useT>>[0]

/** One system: its tabs of fields are one form with one Save; channels, people and keys are written where they stand. */
export const SystemEditor = ({ opened, onLeave }: { opened: SystemDetail; onLeave: () => void }) => {
  const t = useT()
  const [search, setSearch] = useUrlSearch()
  const tab: Tab = tabs.find((one) => one === search['tab']) ?? 'details'
  const showTab = (next: Tab): void => setSearch({ tab: next === 'details' ? undefined : next })
  const { form, saved, theirs, saves, dropTheirs, draft, save, saving, overwrite } = useSystemForm(opened, showTab)
  const { isDirty, errors } = form.formState
  const { blocker } = useUnsaved(isDirty)
  const builtIn = saved.type === 'built_in'
  return (
    <>
      <SystemHead system={saved} onLeave={onLeave} />
      <PageTabs
        label={t('tabs')}
        tabs={tabs.filter((one) => !builtIn || one !== 'keys').map((id) => ({ id, label: t(`tab.${id}`) }))}
        value={tab}
        onChange={showTab}
      />
      <form noValidate onSubmit={(event) => void save(event)} hidden={!isFormTab(tab)}>
        {formTabs.map((one) => (
          <div key={one} role="tabpanel" aria-labelledby={`tab-${one}`} hidden={one !== tab}>
            {one === 'connection' ? (
              <ConnectionFields form={form} system={saved} />
            ) : (
              <SystemFields sections={sections[one]} control={form.control} system={saved} />
            )}
          </div>
        ))}
        {tab === 'connection' && !builtIn ? <TestConnection system={saved} changed={isDirty} /> : null}
        <SaveBar changed={isDirty} saving={saving} errors={pathsOf(errors).length} restored={draft.restored} onDiscard={draft.drop} />
      </form>
      {isFormTab(tab) ? null : (
        <div role="tabpanel" aria-labelledby={`tab-${tab}`}>
          {tab === 'channels' ? <SystemChannels id={saved.id} /> : null}
          {tab === 'people' ? <PeopleTab id={saved.id} /> : null}
          {tab === 'keys' ? <KeysTab id={saved.id} name={saved.name} active={saved.active} /> : null}
          {tab === 'keys' && !saved.test ? <SystemTestMode id={saved.id} name={saved.name} /> : null}
        </div>
      )}
      <StaleDialog<Record<string, unknown>>
        saves={saves}
        before={flat(draft.base)}
        theirs={theirs ? flat(valuesOf(theirs)) : undefined}
        mine={flat(form.getValues())}
        labelOf={(name) => t((name.startsWith('connection.') ? `setting.${leafOf(name)}` : `f.${leafOf(name)}`) as Key)}
        onSave={overwrite}
        onClose={dropTheirs}
      />
      <UnsavedDialog blocker={blocker} />
    </>
  )
}
