import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { systems } from '@tablewire/contracts/rms/systems'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { SelectField, TextInput } from '#src/kit/form/Fields.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

type NewSystem = { name: string; code: string; type: 'standard' | 'custom' }

/** A system begins with what it is called; everything else has a default and is set on its own page. */
export const CreateSystem = ({ onLeave }: { onLeave: (id: string | undefined) => void }) => {
  const t = useT()
  const owner = useSession().userData?.id ?? ''
  const form = useForm<NewSystem>({ defaultValues: { name: '', code: '', type: 'standard' }, shouldFocusError: true })
  const { control, handleSubmit, setError, setValue, getValues, reset } = form
  const titleId = useId()
  const draft = useDraft(form, { key: 'system:new', owner, of: 0 })
  const create = useCall(systems.create, { meta: { shown: true } })
  const refuse = useShowRefusal<NewSystem>(setError, ['name', 'code', 'type'])
  const save = handleSubmit(async (values) => {
    try {
      const made = await create.mutateAsync({ body: values })
      reset(values)
      draft.drop()
      await queryClient.invalidateQueries({ queryKey: ['systems'] })
      toast.success(t('created', { name: made.name }))
      onLeave(made.id)
    } catch (error) {
      refuse(error)
    }
  })
  const close = (): void => onLeave(undefined)
  return (
    <Dialog open onClose={create.isPending ? () => undefined : close} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{t('create.title')}</DialogTitle>
      <DialogForm draft={draft} saveLabel={t('new')} saving={create.isPending} onSave={save} onClose={close}>
        <p style={{ margin: 0 }}>{t('create.hint')}</p>
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
      </DialogForm>
    </Dialog>
  )
}
