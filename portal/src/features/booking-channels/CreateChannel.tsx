import { channels } from '@tablewire/contracts/channels/channels'
import { useState } from 'react'
import { useForm } from 'react-hook-form'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { BackButton } from '#src/kit/BackButton.tsx'
import { SaveBar } from '#src/kit/form/SaveBar.tsx'
import { SecretOnce } from '#src/kit/form/SecretOnce.tsx'
import { UnsavedDialog } from '#src/kit/form/UnsavedDialog.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useUnsaved } from '#src/kit/form/use-unsaved.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { toast } from '#src/kit/toasts.ts'
import { bodyOf, type ChannelForm, emptyForm, fields } from './channel-form.ts'
import { DetailFields } from './ChannelFields.tsx'
import { useT } from './use-t.ts'

/** A new channel by its details; texts, limits and people follow when it is there. Its key is shown this once. */
export const CreateChannel = ({ onLeave }: { onLeave: (id: string | undefined) => void }) => {
  const t = useT()
  const { userData } = useSession()
  const form = useForm<ChannelForm>({ defaultValues: emptyForm })
  const { errors, isDirty } = form.formState
  const draft = useDraft(form, { key: 'booking-channel:new', owner: userData?.id ?? '', of: 0 })
  const { blocker, letGo } = useUnsaved(isDirty)
  const refuse = useShowRefusal(form.setError, fields)
  const create = useCall(channels.create, { meta: { shown: true } })
  const [made, setMade] = useState<{ id: string; name: string; xToken: string }>()
  const save = form.handleSubmit((values) =>
    create.mutate(
      { body: bodyOf(values) },
      {
        onSuccess: (channel) => {
          letGo()
          form.reset(emptyForm)
          void queryClient.invalidateQueries({ queryKey: ['channels'] })
          setMade(channel)
        },
        onError: refuse,
      },
    ),
  )
  return (
    <>
      <PageTitle back={<BackButton onClick={() => onLeave(undefined)}>{t('back')}</BackButton>} title={t('new')} />
      <form noValidate onSubmit={(event) => void save(event)}>
        <DetailFields control={form.control} />
        <SaveBar
          changed={isDirty}
          saving={create.isPending}
          errors={Object.keys(errors).length}
          restored={draft.restored}
          onDiscard={draft.drop}
          label={t('create')}
        />
      </form>
      <SecretOnce
        title={t('key.title', { name: made?.name ?? '' })}
        secrets={made ? { 'x-token': made.xToken } : undefined}
        onClose={() => {
          if (!made) return
          toast.success(t('made', { name: made.name }))
          onLeave(made.id)
        }}
      >
        <p>{t('key.use')}</p>
      </SecretOnce>
      <UnsavedDialog blocker={blocker} />
    </>
  )
}
