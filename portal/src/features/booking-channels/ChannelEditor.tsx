import type { ChannelDetail } from '@tablewire/contracts/channels/channel-objects'
import { channels } from '@tablewire/contracts/channels/channels'
import { type FieldErrors, useForm } from 'react-hook-form'
import type { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { showFresh } from '#src/kit/form/show-fresh.ts'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { toast } from '#src/kit/toasts.ts'
import { bodyOf, type ChannelForm, fields, formOf, type Tab, tabOf } from './channel-form.ts'
import { ChannelFields } from './ChannelFields.tsx'
import { DeleteChannel } from './DeleteChannel.tsx'
import { useT } from './use-t.ts'

const labels = {
  name: 'name',
  type: 'type',
  product: 'product',
  active: 'isActive',
  selfSubscription: 'self',
  rateLimitPerMinute: 'rate',
  logo: 'logo',
  hosts: 'hosts',
  subscribeUrl: 'subscribeUrl',
  connectUrl: 'connectUrl',
  checkUrl: 'checkUrl',
  texts: 'tab.texts',
  limits: 'tab.limits',
  commission: 'tab.commission',
} as const satisfies Record<keyof ChannelForm, string>

/** Counts the fields that are wrong, also those inside of groups. */
const countOf = (errors: FieldErrors<ChannelForm>): number =>
  Object.values(errors).reduce<number>(
    (sum, one) => sum + (one && 'type' in one && typeof one.type === 'string' ? 1 : Object.keys(one ?? {}).length),
    0,
  )

type Props = {
  channel: ChannelDetail
  onSaved: (channel: ChannelDetail) => void
  tab: Tab
  onTab: (tab: Tab) => void
  onDeleted: () => void
}

const useSave = ({ channel, onSaved, onTab }: Props) => {
  const t = useT()
  const { userData } = useSession()
  const form = useForm<ChannelForm>({ defaultValues: formOf(channel) })
  const draft = useDraft(form, { key: `booking-channel:${channel.id}`, owner: userData?.id ?? '', of: channel.version })
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<ChannelDetail>()
  const update = useCall(channels.update, { meta: { shown: true } })
  const refuse = useShowRefusal(form.setError, fields)
  const take = (fresh: ChannelDetail, sent: ChannelForm): void => {
    showFresh(form, { before: sent, fresh: formOf(fresh) })
    // Answered by `mode=max` only; what hangs on the channel is the same.
    const { links, userCount, booked, upcoming } = channel
    onSaved({
      ...fresh,
      ...(links ? { links } : {}),
      ...(userCount === undefined ? {} : { userCount }),
      ...(booked === undefined ? {} : { booked }),
      ...(upcoming === undefined ? {} : { upcoming }),
    })
    dropTheirs()
    void queryClient.invalidateQueries({ queryKey: ['channels', 'list'] })
    toast.success(t('saved', { name: fresh.name }))
  }
  const fail = async (error: ApiError): Promise<void> => {
    if (error.code === 'channel.version_stale') return meet(error, await api(channels.get, { params: { id: channel.id }, query: {} }))
    const first = fields.find((field) => error.errors[field])
    if (first) onTab(tabOf(first))
    refuse(error)
  }
  const write = (values: ChannelForm, version: number): void =>
    update.mutate(
      { params: { id: channel.id }, body: { ...bodyOf(values), version } },
      { onSuccess: (fresh) => take(fresh, values), onError: (error) => void fail(error) },
    )
  const submit = form.handleSubmit(
    (values) => write(values, draft.of),
    (errors) => onTab(tabOf(Object.keys(errors)[0] ?? 'name')),
  )
  return { form, draft, update, theirs, saves, dropTheirs, write, submit }
}

/** The form over several tabs: one save for all of them, and a mistake leads to the tab it stands on. */
export const ChannelEditor = (props: Props) => {
  const { channel, tab, onDeleted } = props
  const t = useT()
  const { form, draft, update, theirs, saves, dropTheirs, write, submit } = useSave(props)
  const { errors, isDirty } = form.formState
  return (
    <>
      <form noValidate onSubmit={(event) => void submit(event)}>
        <ChannelFields tab={tab} control={form.control} />
        <SaveBar
          changed={isDirty}
          saving={update.isPending}
          errors={countOf(errors)}
          restored={draft.restored}
          onDiscard={draft.drop}
          actions={<DeleteChannel channel={channel} onDeleted={onDeleted} />}
        />
      </form>
      <StaleDialog
        saves={saves}
        before={draft.base}
        theirs={theirs && formOf(theirs)}
        mine={form.getValues()}
        labelOf={(name) => t(labels[name])}
        onSave={(values) => {
          const version = theirs!.version
          dropTheirs()
          form.reset(values, { keepDefaultValues: true })
          write(values, version)
        }}
        onClose={dropTheirs}
      />
    </>
  )
}
