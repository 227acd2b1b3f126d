import { type SystemChannel, systems } from '@tablewire/contracts/rms/systems'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

type Pair = { name: string; value: string }
export type ChannelForm = { enabled: boolean; headers: Pair[]; configs: Pair[] }

export const channelFormOf = ({ enabled, headers, configs }: SystemChannel): ChannelForm => ({
  enabled,
  headers: headers.map(({ name }) => ({ name, value: '' })),
  configs,
})
/** Values of headers are secrets; they stay on no device. */
const withoutValues = ({ headers, ...rest }: ChannelForm): ChannelForm => ({
  ...rest,
  headers: headers.map(({ name }) => ({ name, value: '' })),
})
const paths = Array.from(
  { length: 50 },
  (_, n) => [`headers.${n}.name`, `headers.${n}.value`, `configs.${n}.name`, `configs.${n}.value`] as const,
)

type Editing = { systemId: string; channel: SystemChannel; onSaved: () => void }

/** What is typed about one channel of a system: kept over a reload, told when somebody else saved meanwhile. */
export const useChannelForm = ({ systemId, channel, onSaved }: Editing) => {
  const t = useT()
  const owner = useSession().userData?.id ?? ''
  // The list behind the dialog may be asked again; what is edited stays what was opened.
  const [opened] = useState(channel)
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<SystemChannel>()
  const update = useCall(systems.updateChannel, { meta: { shown: true } })
  const form = useForm<ChannelForm>({ defaultValues: channelFormOf(opened) })
  const draft = useDraft(form, { key: `system-channel:${systemId}:${opened.id}`, owner, of: opened.version, keep: withoutValues })
  const refuse = useShowRefusal<ChannelForm>(form.setError, paths.flat())
  const write = async ({ enabled, headers, configs }: ChannelForm, version: number): Promise<void> => {
    const body = {
      enabled,
      headers: headers.map(({ name, value }) => ({ name: name.trim(), ...(value === '' ? {} : { value }) })),
      configs: configs.map(({ name, value }) => ({ name: name.trim(), value })),
      version,
    }
    try {
      await update.mutateAsync({ params: { id: systemId, channelId: opened.id }, body })
      draft.drop()
      toast.success(t('saved', { name: opened.name }))
      onSaved()
    } catch (error) {
      if (!(error instanceof ApiError && error.code === 'system.version_stale')) return refuse(error)
      const now = await api(systems.channels, { params: { id: systemId }, query: { limit: 200 } as never }).catch(refuse)
      meet(
        error,
        now?.data.find(({ id }) => id === opened.id),
      )
    }
  }
  const overwrite = (values: ChannelForm): void => {
    if (!theirs) return
    dropTheirs()
    form.reset(values, { keepDefaultValues: true })
    void write(values, theirs.version)
  }
  const save = form.handleSubmit((values) => write(values, draft.of))
  return { form, draft, save, saving: update.isPending, theirs, saves, overwrite, later: dropTheirs }
}
