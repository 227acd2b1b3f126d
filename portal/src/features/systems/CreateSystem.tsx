import { systems } from '@tablewire/contracts/rms/systems'
import { useForm } from 'react-hook-form'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { BackButton } from '#src/kit/BackButton.tsx'
import { FieldGrid, SelectField, TextInput } from '#src/kit/form/Fields.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

type NewSystem = { name: string; code: string; type: 'standard' | 'custom' }

/** A system begins with what it is called; everything else has a default and is set on its own page. */
export const CreateSystem = ({ onLeave }: { onLeave: (id: string | undefined) => void }) => {
  const t = useT()
  const owner = useSession().userData?.id ?? ''
  const form = useForm<NewSystem>({ defaultValues: { name: '', code: '', type: 'standard' }, shouldFocusError: true })
  const { control, formState, handleSubmit, setError, setValue, getValues, reset } = form
  const { restored, drop } = useDraft(form, { key: 'system:new', owner, of: 0 })
  const { blocker, letGo } = useUnsaved(formState.isDirty)
  const create = useCall(systems.create, { meta: { shown: true } })
  const refuse = useShowRefusal<NewSystem>(setError, ['name', 'code', 'type'])
  const save = handleSubmit(async (values) => {
    try {
      const made = await create.mutateAsync({ body: values })
      letGo()
      reset(values)
      drop()
      await queryClient.invalidateQueries({ queryKey: ['systems'] })
      toast.success(t('created', { name: made.name }))
      onLeave(made.id)
    } catch (error) {
      refuse(error)
    }
  })
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <PageTitle title={t('create.title')} back={<BackButton onClick={() => onLeave(undefined)}>{t('back')}</BackButton>} />
      <FormSection title={t('s.identity')} hint={t('create.hint')}>
        <FieldGrid>
          <TextInput
            control={control}
            name="name"
            label={t('f.name')}
            hint={t('h.name')}
            required
            rules={{
              onBlur: ({ target }: { target: { value: string } }) => {
                if (getValues('code') !== '') return
                const code = target.value
                  .toLowerCase()
                  .replaceAll(/[^a-z0-9]+/g, '-')
                  .replaceAll(/^-+|-+$/g, '')
                  .slice(0, 40)
                setValue('code', code, { shouldDirty: true })
              },
            }}
            slotProps={{ htmlInput: { maxLength: 80 } }}
          />
          <TextInput
            control={control}
            name="code"
            label={t('f.code')}
            hint={t('h.code')}
            required
            slotProps={{ htmlInput: { maxLength: 40, spellCheck: false } }}
          />
          <SelectField
            control={control}
            name="type"
            label={t('f.type')}
            hint={t('h.type')}
            options={(['standard', 'custom'] as const).map((value) => ({ value, label: t(`o.type.${value}`) }))}
          />
        </FieldGrid>
      </FormSection>
      <SaveBar
        changed={formState.isDirty}
        saving={create.isPending}
        errors={Object.keys(formState.errors).length}
        restored={restored}
        onDiscard={drop}
        label={t('new')}
      />
      <UnsavedDialog blocker={blocker} />
    </form>
  )
}
