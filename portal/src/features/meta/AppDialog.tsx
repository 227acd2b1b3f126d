import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { meta, type MetaApp } from '@tablewire/contracts/channels/meta'
import { useId } from 'react'
import { type Control, useForm } from 'react-hook-form'
import { useAbility } from '#src/api/ability.ts'
import { useFoundCompanies } from '#src/api/finds.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { FindInput } from '#src/kit/form/FindInput.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useTyped } from '#src/kit/use-typed.ts'
import { useT } from './use-t.ts'

type AppFields = {
  name: string
  appId: string
  secret: string
  company: { id: string; name: string } | null
  graphUrl: string
  dialogUrl: string
  active: boolean
}
const names = ['name', 'appId', 'secret', 'company', 'graphUrl', 'dialogUrl'] as const
const ltr = (maxLength: number) => ({ htmlInput: { maxLength, spellCheck: false, dir: 'ltr' } })

const fieldsOf = (app: MetaApp | undefined): AppFields => {
  const { name, appId, graphUrl, dialogUrl, active } = app ?? unset
  return { name, appId, secret: '', company: null, graphUrl: graphUrl ?? '', dialogUrl: dialogUrl ?? '', active }
}
const unset = { name: '', appId: '', graphUrl: null, dialogUrl: null, active: true }

/** Whose it is; it stays so. */
const CompanyInput = ({ control }: { control: Control<AppFields> }) => {
  const t = useT()
  const [search, setText] = useTyped()
  const { options } = useFoundCompanies(search)
  return (
    <FindInput
      control={control}
      name="company"
      label={t('f.company')}
      hint={t('h.company')}
      options={options}
      onType={setText}
      none={t('company.none')}
    />
  )
}

type AppInputsProps = { control: Control<AppFields>; app: MetaApp | undefined; isPlatform: boolean }

const AppInputs = ({ control, app, isPlatform }: AppInputsProps) => {
  const t = useT()
  const shown = app ? (['callbackUrl', 'deauthorizeUrl', 'dataDeletionUrl'] as const) : []
  return (
    <>
      <TextInput control={control} name="name" label={t('f.name')} required slotProps={{ htmlInput: { maxLength: 80 } }} />
      <TextInput control={control} name="appId" label={t('f.appId')} hint={t('h.appId')} required slotProps={ltr(20)} />
      <TextInput
        control={control}
        name="secret"
        type="password"
        label={t('f.secret')}
        autoComplete="new-password"
        required={!app}
        hint={t(app ? 'h.secret.kept' : 'h.secret')}
        slotProps={ltr(200)}
      />
      {isPlatform && !app ? <CompanyInput control={control} /> : null}
      {isPlatform ? (
        <>
          <TextInput control={control} name="graphUrl" label={t('f.graphUrl')} hint={t('h.address')} slotProps={ltr(500)} />
          <TextInput control={control} name="dialogUrl" label={t('f.dialogUrl')} hint={t('h.address')} slotProps={ltr(500)} />
        </>
      ) : null}
      {app ? <SwitchField control={control} name="active" label={t('f.active')} hint={t('h.active')} /> : null}
      {shown.map((name) => (
        <TextField
          key={name}
          label={t(`f.${name}`)}
          value={app?.[name] ?? ''}
          readOnly
          helperText={t('h.enterAtMeta')}
          onFocus={({ target }) => target.select()}
          slotProps={ltr(500)}
        />
      ))}
    </>
  )
}

/** An app at Meta, new or not, and what has to be entered there. */
export const AppDialog = ({ app, onClose }: { app: MetaApp | undefined; onClose: () => void }) => {
  const t = useT()
  const titleId = useId()
  const { userData } = useSession()
  const isPlatform = useAbility().can('read', 'systems') && userData?.companyName === null
  const form = useForm<AppFields>({
    defaultValues: fieldsOf(app),
  })
  const { control, handleSubmit, setError } = form
  const draft = useDraft(form, { key: `meta-app:${app?.id ?? 'new'}`, owner: userData?.id ?? '', of: app?.version ?? 0 })
  const create = useCall(meta.createApp, { meta: { shown: true } })
  const update = useCall(meta.updateApp, { meta: { shown: true } })
  const refuse = useShowRefusal<AppFields>(setError, names, { 'meta.app_taken': 'company', 'company.not_found': 'company' })
  const save = handleSubmit(async ({ secret, company, graphUrl, dialogUrl, active, ...given }) => {
    const addresses = isPlatform ? { graphUrl: graphUrl || null, dialogUrl: dialogUrl || null } : {}
    try {
      if (app)
        await update.mutateAsync({
          params: { id: app.id },
          body: { ...given, ...addresses, active, ...(secret ? { secret } : {}), version: app.version },
        })
      else await create.mutateAsync({ body: { ...given, ...addresses, secret, companyId: company?.id ?? null } })
      draft.drop()
      await queryClient.invalidateQueries({ queryKey: ['meta'] })
      toast.success(t('app.saved', { name: given.name }))
      onClose()
    } catch (error) {
      refuse(error)
    }
  })
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{app ? app.name : t('app.add')}</DialogTitle>
      <DialogForm draft={draft} saveLabel={t('app.save')} saving={create.isPending || update.isPending} onSave={save} onClose={onClose}>
        <AppInputs control={control} app={app} isPlatform={isPlatform} />
      </DialogForm>
    </Dialog>
  )
}
