import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { googleAccounts } from '@tablewire/contracts/google/google-accounts'
import { brands } from '@tablewire/contracts/identity/brands'
import { systems } from '@tablewire/contracts/rms/systems'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { SelectField, TextInput } from '#src/kit/form/Fields.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

/** `owner` is `''` for this installation, else `system:…` or `brand:…`. */
type NewAccountValues = { name: string; environment: 'sandbox' | 'production'; owner: string }
const empty: NewAccountValues = { name: '', environment: 'sandbox', owner: '' }

/** Whose an account can be besides this installation's own. */
const useOwners = (): { value: string; label: string }[] => {
  const t = useT()
  const ofSystems = useEndpoint(systems.list, { query: { limit: 100, sort: 'name' } })
  const ofBrands = useEndpoint(brands.list, { query: { limit: 100 } })
  return [
    ...(ofBrands.data?.data ?? []).map(({ id, name }) => ({ value: `brand:${id}`, label: t('owner.brand', { name }) })),
    ...(ofSystems.data?.data ?? []).map(({ id, name }) => ({ value: `system:${id}`, label: t('owner.system', { name }) })),
  ]
}

const ownerOf = (owner: string): { systemId?: string; brandId?: string } => {
  const [kind, id = ''] = owner.split(':')
  if (kind === 'system') return { systemId: id }
  return kind === 'brand' ? { brandId: id } : {}
}

/** An account begins with its name, its environment and whose it is; everything else is set on its own page. */
export const NewAccount = ({ onLeave }: { onLeave: (id: string | undefined) => void }) => {
  const t = useT()
  const titleId = useId()
  const owners = useOwners()
  const form = useForm<NewAccountValues>({ defaultValues: empty })
  const draft = useDraft(form, { key: 'google-account:new', owner: useSession().userData?.id ?? '', of: 0 })
  const create = useCall(googleAccounts.create, { meta: { shown: true } })
  const refuse = useShowRefusal<NewAccountValues>(form.setError, ['name', 'environment', 'owner'], {
    'google_account.owner_taken': 'owner',
    'system.not_found': 'owner',
    'brand.not_found': 'owner',
  })
  const close = (): void => onLeave(undefined)
  const save = form.handleSubmit(async ({ name, environment, owner }) => {
    try {
      const made = await create.mutateAsync({ body: { name: name.trim(), environment, ...ownerOf(owner) } })
      form.reset(empty)
      draft.drop()
      void queryClient.invalidateQueries({ queryKey: keyOf(googleAccounts.list) })
      toast.success(t('created', { name: made.name }))
      onLeave(made.id)
    } catch (error) {
      refuse(error)
    }
  })
  return (
    <Dialog open onClose={create.isPending ? undefined : close} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{t('new')}</DialogTitle>
      <DialogForm draft={draft} saveLabel={t('create')} saving={create.isPending} onSave={save} onClose={close}>
        <p style={{ margin: 0 }}>{t('new.hint')}</p>
        <TextInput
          control={form.control}
          name="name"
          label={t('f.name')}
          hint={t('h.name')}
          required
          slotProps={{ htmlInput: { maxLength: 80 } }}
        />
        <SelectField
          control={form.control}
          name="environment"
          label={t('f.environment')}
          hint={t('h.environment')}
          options={(['sandbox', 'production'] as const).map((value) => ({ value, label: t(`environment.${value}`) }))}
        />
        <SelectField
          control={form.control}
          name="owner"
          label={t('f.owner')}
          hint={t('h.owner')}
          empty={t('owner.ours')}
          options={owners}
        />
      </DialogForm>
    </Dialog>
  )
}
