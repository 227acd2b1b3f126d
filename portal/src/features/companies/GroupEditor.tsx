import { type GroupDetail, groups } from '@tablewire/contracts/estate/groups'
import { useWatch } from 'react-hook-form'
import { useAbility } from '#src/api/ability.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { BackButton } from '#src/kit/BackButton.tsx'
import { ChangedNote } from '#src/kit/form/ChangedNote.tsx'
import { DeleteButton } from '#src/kit/form/DeleteButton.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { memberText } from '#src/kit/form/members.ts'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { groupFieldsOf } from './group-form.ts'
import { GroupPresentation } from './GroupPresentation.tsx'
import { GroupVenues } from './GroupVenues.tsx'
import { WaysIn } from './WaysIn.tsx'
import { useGroupForm } from './use-group-form.ts'
import { useT } from './use-t.ts'

const createLabel = (t: ReturnType<typeof useT>, saved: GroupDetail | undefined) => (saved ? {} : { label: t('groups.create') })

type GroupEditorProps = { opened?: GroupDetail; onLeave: (id: string | undefined) => void }

/** One group, new or not: its name, its logo and its venues. */
export const GroupEditor = ({ opened, onLeave }: GroupEditorProps) => {
  const t = useT()
  const [ability, { userData }] = [useAbility(), useSession()]
  const { form, saved, changed, theirs, saves, dropTheirs, draft, blocker, save, saving, overwrite } = useGroupForm(opened, onLeave)
  const remove = useCall(groups.delete, { onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['groups'] }) })
  const { control, formState } = form
  const company = useWatch({ control, name: 'company' })
  const chooses = !opened && userData?.companyName === null
  const companyId = company?.id ?? (userData?.companyName === null ? undefined : saved?.companyId)
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <PageTitle
        title={saved?.name ?? t('groups.new')}
        back={<BackButton onClick={() => onLeave(undefined)}>{t('groups.back')}</BackButton>}
        actions={
          saved && ability.can('delete', 'groups') ? (
            <DeleteButton
              name={saved.name}
              goes={t('groups.delete.text', { venues: saved.venueCount, users: saved.userCount })}
              busy={remove.isPending}
              onDelete={(then) => remove.mutate({ params: { id: saved.id } }, then)}
              onDeleted={() => onLeave(undefined)}
            />
          ) : null
        }
      />
      <FormSection title={t('s.group')} hint={t('s.group.hint')}>
        <GroupPresentation control={control} chooses={chooses} />
      </FormSection>
      <FormSection title={t('c.venues')} hint={t('s.venues.hint')}>
        <GroupVenues control={control} group={saved} companyId={companyId} />
      </FormSection>
      {saved ? <WaysIn kind="group" id={saved.id} /> : null}
      <SaveBar
        changed={formState.isDirty}
        saving={saving}
        errors={Object.keys(formState.errors).length}
        restored={draft.restored}
        onDiscard={draft.drop}
        meanwhile={<ChangedNote {...changed} />}
        {...createLabel(t, saved)}
      />
      {saved ? (
        <StaleDialog
          saves={saves}
          before={draft.base}
          theirs={theirs ? groupFieldsOf(theirs) : undefined}
          mine={form.getValues()}
          labelOf={(field) => t(field === 'venues' ? 'c.venues' : `f.${field}`)}
          textOf={wordsOf}
          onSave={overwrite}
          onClose={dropTheirs}
        />
      ) : null}
      <UnsavedDialog blocker={blocker} />
    </form>
  )
}

const wordsOf = (field: string, value: unknown): string => {
  if (field === 'venues') return memberText(value)
  return typeof value === 'object' && value !== null && 'name' in value ? String(value.name) : (typeof value === 'string' && value) || '–'
}
