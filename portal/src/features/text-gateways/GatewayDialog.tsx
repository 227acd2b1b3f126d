import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { type TextDialect, textDialects, type TextGateway, textGateways } from '@tablewire/contracts/channels/text-gateways'
import { useId } from 'react'
import { type Control, useForm, useWatch } from 'react-hook-form'
import { useFoundCompanies } from '#src/api/finds.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { SelectField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { FindInput } from '#src/kit/form/FindInput.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useTyped } from '#src/kit/use-typed.ts'
import { useT } from './use-t.ts'

type Fields = {
  name: string
  dialect: TextDialect
  url: string
  sender: string
  username: string
  secret: string
  appSecret: string
  company: { id: string; name: string } | null
  active: boolean
}
const names = ['name', 'dialect', 'url', 'sender', 'username', 'secret', 'appSecret', 'company'] as const
const ltr = (maxLength: number) => ({ htmlInput: { maxLength, spellCheck: false, dir: 'ltr' } })
const unset = { name: '', dialect: 'http' as const, url: null, sender: null, username: null, active: true }
const fieldsOf = (gateway: TextGateway | undefined): Fields => {
  const { name, dialect, url, sender, username, active } = gateway ?? unset
  return {
    name,
    dialect,
    url: url ?? '',
    sender: sender ?? '',
    username: username ?? '',
    secret: '',
    appSecret: '',
    company: null,
    active,
  }
}

/** Kept sealed: empty leaves the one that is set. */
const SecretInput = ({
  control,
  name,
  label,
  isKept,
}: {
  control: Control<Fields>
  name: 'secret' | 'appSecret'
  label: string
  isKept: boolean
}) => {
  const t = useT()
  return (
    <TextInput
      control={control}
      name={name}
      type="password"
      label={label}
      autoComplete="new-password"
      hint={t(isKept ? 'h.secret.kept' : 'h.secret')}
      slotProps={ltr(1000)}
    />
  )
}

/** What the other side has to be told. */
const enteredThere = ({ dialect, inboundUrl, deliveryUrl, verifyToken }: TextGateway) =>
  dialect === 'whatsapp'
    ? ([
        { name: 'webhookUrl', value: inboundUrl },
        { name: 'verifyToken', value: verifyToken ?? '' },
      ] as const)
    : ([
        { name: 'inboundUrl', value: inboundUrl },
        { name: 'deliveryUrl', value: deliveryUrl },
      ] as const)

type ConnectionProps = { control: Control<Fields>; gateway: TextGateway | undefined; dialect: Exclude<TextDialect, 'log'> }
/** Where texts are handed over, as whom, and by which secrets. */
const ConnectionInputs = ({ control, gateway, dialect }: ConnectionProps) => {
  const t = useT()
  const isWhatsapp = dialect === 'whatsapp'
  return (
    <>
      <TextInput control={control} name="url" label={t('f.url')} hint={t(isWhatsapp ? 'h.url.whatsapp' : 'h.url')} slotProps={ltr(500)} />
      <TextInput
        control={control}
        name="sender"
        label={t(isWhatsapp ? 'f.numberId' : 'f.sender')}
        hint={t(isWhatsapp ? 'h.numberId' : 'h.sender')}
        slotProps={ltr(20)}
      />
      {dialect === 'http' ? null : (
        <TextInput
          control={control}
          name="username"
          label={t(isWhatsapp ? 'f.template' : 'f.username')}
          {...(isWhatsapp ? { hint: t('h.template') } : {})}
          slotProps={ltr(80)}
        />
      )}
      <SecretInput control={control} name="secret" label={t(isWhatsapp ? 'f.token' : 'f.secret')} isKept={Boolean(gateway?.secretSetAt)} />
      {isWhatsapp ? (
        <SecretInput control={control} name="appSecret" label={t('f.appSecret')} isKept={Boolean(gateway?.appSecretSetAt)} />
      ) : null}
    </>
  )
}

/** Whose it is; it stays so. */
const CompanyInput = ({ control }: { control: Control<Fields> }) => {
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

type InputsProps = { control: Control<Fields>; gateway: TextGateway | undefined; isPlatform: boolean }
const Inputs = ({ control, gateway, isPlatform }: InputsProps) => {
  const t = useT()
  const dialect = useWatch({ control, name: 'dialect' })
  const options = textDialects.map((value) => ({ value, label: t(`dialect.${value}`) }))
  return (
    <>
      <TextInput control={control} name="name" label={t('f.name')} required slotProps={{ htmlInput: { maxLength: 80 } }} />
      <SelectField control={control} name="dialect" label={t('f.dialect')} options={options} required />
      {dialect === 'log' ? null : <ConnectionInputs control={control} gateway={gateway} dialect={dialect} />}
      {isPlatform && !gateway ? <CompanyInput control={control} /> : null}
      {gateway ? <SwitchField control={control} name="active" label={t('f.active')} hint={t('h.active')} /> : null}
      {gateway && gateway.dialect !== 'log'
        ? enteredThere(gateway).map(({ name, value }) => (
            <TextField
              key={name}
              label={t(`f.${name}`)}
              value={value}
              readOnly
              helperText={t('h.enter')}
              onFocus={({ target }) => target.select()}
              slotProps={ltr(500)}
            />
          ))
        : null}
    </>
  )
}

/** A gateway, new or not, and what has to be entered there. */
export const GatewayDialog = ({ gateway, onClose }: { gateway: TextGateway | undefined; onClose: () => void }) => {
  const t = useT()
  const titleId = useId()
  const { userData } = useSession()
  const form = useForm<Fields>({ defaultValues: fieldsOf(gateway) })
  const { control, handleSubmit, setError } = form
  const draft = useDraft(form, { key: `text-gateway:${gateway?.id ?? 'new'}`, owner: userData?.id ?? '', of: gateway?.version ?? 0 })
  const create = useCall(textGateways.create, { meta: { shown: true } })
  const update = useCall(textGateways.update, { meta: { shown: true } })
  const refuse = useShowRefusal<Fields>(setError, names, { 'text_gateway.taken': 'company', 'company.not_found': 'company' })
  const save = handleSubmit(async ({ name, dialect, url, sender, username, secret, appSecret, company, active }) => {
    const secrets = { ...(secret ? { secret } : {}), ...(appSecret ? { appSecret } : {}) }
    const given = { name, dialect, url: url || null, sender: sender || null, username: username || null, ...secrets }
    try {
      if (gateway) await update.mutateAsync({ params: { id: gateway.id }, body: { ...given, active, version: gateway.version } })
      else await create.mutateAsync({ body: { ...given, companyId: company?.id ?? null } })
      draft.drop()
      await queryClient.invalidateQueries({ queryKey: ['textGateways'] })
      toast.success(t('saved', { name }))
      onClose()
    } catch (error) {
      refuse(error)
    }
  })
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{gateway ? gateway.name : t('add')}</DialogTitle>
      <DialogForm draft={draft} saveLabel={t('save')} saving={create.isPending || update.isPending} onSave={save} onClose={onClose}>
        <Inputs control={control} gateway={gateway} isPlatform={userData?.companyName === null} />
      </DialogForm>
    </Dialog>
  )
}
