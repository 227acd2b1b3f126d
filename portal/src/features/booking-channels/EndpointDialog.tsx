import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import type { EndpointAuth, WebhookEndpoint } from '@tablewire/contracts/channels/webhook-objects'
import { webhooks } from '@tablewire/contracts/channels/webhooks'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import type { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { FieldGrid, SelectField, SwitchField, TextInput } from '#src/kit/form/Fields.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { useT } from './use-t.ts'

type Kind = EndpointAuth['kind']
type EndpointForm = { url: string; authKind: Kind; authName: string; authValue: string; ownChanges: boolean }
const formOf = (endpoint: WebhookEndpoint | undefined): EndpointForm => ({
  url: endpoint?.url ?? 'https://',
  authKind: endpoint?.auth.kind ?? 'none',
  authName: endpoint?.auth.name ?? '',
  authValue: '',
  ownChanges: endpoint?.ownChanges ?? false,
})
const authOf = ({ authKind, authName, authValue }: EndpointForm): EndpointAuth => {
  if (authKind === 'none') return { kind: 'none' }
  if (authKind === 'bearer') return { kind: 'bearer', value: authValue.trim() }
  return { kind: authKind, name: authName.trim(), value: authValue.trim() }
}

const names: Record<Kind, 'wh.user' | 'wh.header' | undefined> = {
  none: undefined,
  bearer: undefined,
  basic: 'wh.user',
  header: 'wh.header',
}
const values = { bearer: 'wh.token', basic: 'wh.password', header: 'wh.value' } as const
const fields = { url: 'url', 'auth.name': 'authName', 'auth.value': 'authValue' } as const
const labels = { url: 'wh.url', authKind: 'wh.auth', authName: 'wh.user', authValue: 'wh.value', ownChanges: 'wh.own' } as const

type Props = {
  channelId: string
  endpoint: WebhookEndpoint | undefined
  onSecret: (secret: string) => void
  onClose: () => void
}

const withoutValue = (form: EndpointForm): EndpointForm => ({ ...form, authValue: '' })

const useEndpointForm = ({ channelId, endpoint, onSecret, onClose }: Props) => {
  const form = useForm<EndpointForm>({ defaultValues: formOf(endpoint) })
  const owner = useSession().userData?.id ?? ''
  const draft = useDraft(form, {
    key: `endpoint:${channelId}:${endpoint?.id ?? 'new'}`,
    owner,
    of: endpoint?.version ?? 0,
    keep: withoutValue,
  })
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<WebhookEndpoint>()
  const done = (): void => {
    draft.drop()
    void queryClient.invalidateQueries({ queryKey: ['webhooks'] })
    onClose()
  }
  const create = useCall(webhooks.create, { meta: { shown: true } })
  const update = useCall(webhooks.update, { meta: { shown: true } })
  const show = useShowRefusal(form.setError, ['url'])
  const refuse = async (error: ApiError): Promise<void> => {
    if (endpoint && error.code === 'webhook.version_stale') return meet(error, await api(webhooks.get, { params: { id: endpoint.id } }))
    const named = Object.entries(fields).find(([field]) => error.errors[field])
    if (named && named[1] !== 'url') form.setError(named[1], { message: error.errors[named[0]]![0]! })
    else show(error)
  }
  const write = (made: EndpointForm, version: number): void => {
    const { url, ownChanges } = made
    const onError = (error: ApiError): void => void refuse(error)
    if (!endpoint)
      return create.mutate(
        { body: { channelId, url, ownChanges, auth: authOf(made) } },
        { onError, onSuccess: ({ secret }) => (onSecret(secret), done()) },
      )
    // Nobody can read the value that is kept; an empty field leaves it.
    const auth = made.authKind === 'none' || made.authValue.trim() !== '' ? { auth: authOf(made) } : {}
    update.mutate({ params: { id: endpoint.id }, body: { url, ownChanges, ...auth, version } }, { onError, onSuccess: done })
  }
  return { form, draft, theirs, saves, dropTheirs, write, saving: create.isPending || update.isPending }
}

/** An address of the channel and how we show ourselves there. */
export const EndpointDialog = ({ endpoint: opened, ...rest }: Props) => {
  // The list behind is asked again and again; what is edited stays what was opened.
  const [endpoint] = useState(opened)
  const props = { ...rest, endpoint }
  const { onClose } = rest
  const t = useT()
  const titleId = useId()
  const { form, draft, theirs, saves, dropTheirs, write, saving } = useEndpointForm(props)
  const kind = form.watch('authKind')
  const kept = endpoint !== undefined && endpoint.auth.kind === kind
  const submit = form.handleSubmit((made) => write(made, draft.of))
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t(endpoint ? 'wh.edit.title' : 'wh.add')}</DialogTitle>
      <DialogForm draft={draft} saveLabel={t(endpoint ? 'wh.save' : 'wh.add')} saving={saving} onSave={submit} onClose={onClose}>
        <FieldGrid>
          <TextInput
            className="wide"
            control={form.control}
            name="url"
            label={t('wh.url')}
            hint={t(endpoint ? 'wh.url.again' : 'wh.url.hint')}
            required
            autoComplete="off"
          />
          <SelectField
            control={form.control}
            name="authKind"
            label={t('wh.auth')}
            options={(['none', 'bearer', 'basic', 'header'] as const).map((value) => ({ value, label: t(`wh.auth.${value}`) }))}
          />
          {names[kind] ? <TextInput control={form.control} name="authName" label={t(names[kind])} required autoComplete="off" /> : null}
          {kind === 'none' ? null : (
            <TextInput
              control={form.control}
              name="authValue"
              label={t(values[kind])}
              type="password"
              autoComplete="new-password"
              required={!kept}
              {...(kept ? { hint: t('wh.value.kept') } : {})}
            />
          )}
          <div className="wide">
            <SwitchField control={form.control} name="ownChanges" label={t('wh.own')} hint={t('wh.own.hint')} />
          </div>
        </FieldGrid>
      </DialogForm>
      <StaleDialog
        saves={saves}
        before={draft.base}
        theirs={theirs && formOf(theirs)}
        mine={form.getValues()}
        labelOf={(name) => t(labels[name])}
        onSave={(merged) => {
          const version = theirs!.version
          dropTheirs()
          write(merged, version)
        }}
        onClose={dropTheirs}
      />
    </Dialog>
  )
}
