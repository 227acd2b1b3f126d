import { companies } from '@tablewire/contracts/estate/companies'
import { useForm } from 'react-hook-form'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { BackButton } from '#src/kit/BackButton.tsx'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { toast } from '#src/kit/toasts.ts'
import { bodyOf, type CompanyFields, emptyCompany, fieldNames } from './company-form.ts'
import { CompanyForm } from './CompanyForm.tsx'
import { useT } from './use-t.ts'

export const CreateCompany = ({ onLeave }: { onLeave: (id: string | undefined) => void }) => {
  const t = useT()
  const owner = useSession().userData?.id ?? ''
  const form = useForm<CompanyFields>({ defaultValues: emptyCompany, shouldFocusError: true })
  const { control, formState, handleSubmit, setError, reset } = form
  const draft = useDraft(form, { key: 'company:new', owner, of: 0 })
  const { blocker, letGo } = useUnsaved(formState.isDirty)
  const create = useCall(companies.create, { meta: { shown: true } })
  const refuse = useShowRefusal<CompanyFields>(setError, fieldNames)
  const save = handleSubmit(async (values) => {
    try {
      const made = await create.mutateAsync({ body: bodyOf(values) })
      letGo()
      reset(values)
      draft.drop()
      await queryClient.invalidateQueries({ queryKey: ['companies'] })
      toast.success(t('created', { name: made.name }))
      onLeave(made.id)
    } catch (error) {
      refuse(error)
    }
  })
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <PageTitle title={t('new')} back={<BackButton onClick={() => onLeave(undefined)}>{t('back')}</BackButton>} />
      <CompanyForm control={control} />
      <SaveBar
        changed={formState.isDirty}
        saving={create.isPending}
        errors={Object.keys(formState.errors).length}
        restored={draft.restored}
        onDiscard={draft.drop}
        label={t('new')}
      />
      <UnsavedDialog blocker={blocker} />
    </form>
  )
}
