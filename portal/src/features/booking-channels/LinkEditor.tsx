import type { LinkSettings } from '@tablewire/contracts/channels/channel-objects'
import { channels } from '@tablewire/contracts/channels/channels'
import type { VenueLinks } from '@tablewire/contracts/channels/links'
import { useForm, useWatch } from 'react-hook-form'
import { api } from '#src/api/client.ts'
import { useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { LangTexts } from '#src/kit/form/LangTexts.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { toast } from '#src/kit/toasts.ts'
import { termFields } from './channel-form.ts'
import { type LinkForm, linkBodyOf, linkFormOf } from './link-form.ts'
import { CommissionGrid, LimitGrid } from './TermFields.tsx'
import { useT } from './use-t.ts'

type Props = { channelId: string; venue: VenueLinks; opened: LinkSettings; onClose: () => void }
const labels = { limits: 'tab.limits', commission: 'tab.commission', bookingMessage: 'bookingMessage' } as const

export const LinkEditor = ({ channelId, venue, opened, onClose }: Props) => {
  const t = useT()
  const form = useForm<LinkForm>({ defaultValues: linkFormOf(opened) })
  const owner = useSession().userData?.id ?? ''
  const draft = useDraft(form, { key: `link:${channelId}:${venue.id}`, owner, of: opened.version })
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<LinkSettings>()
  const update = useCall(channels.updateLink, { meta: { shown: true } })
  const refuse = useShowRefusal(form.setError, termFields)
  const params = { id: channelId, venueId: venue.id }
  const write = (values: LinkForm, version: number): void =>
    update.mutate(
      { params, body: { ...linkBodyOf(values), version } },
      {
        onSuccess: () => {
          draft.drop()
          toast.success(t('link.saved', { name: venue.name }))
          onClose()
        },
        onError: (error) =>
          error.code === 'channel.version_stale'
            ? void api(channels.link, { params }).then((now) => meet(error, now), refuse)
            : refuse(error),
      },
    )
  const save = form.handleSubmit((values) => write(values, draft.of))
  return (
    <>
      <DialogForm draft={draft} saveLabel={t('link.save')} saving={update.isPending} onSave={save} onClose={onClose}>
        <p style={{ margin: 0 }}>{t('link.hint')}</p>
        <LimitGrid control={form.control} />
        <CommissionGrid
          control={form.control}
          none={t('link.asChannel')}
          kind={useWatch({ control: form.control, name: 'commission.kind' })}
        />
        <LangTexts
          control={form.control}
          name="bookingMessage"
          label={t('bookingMessage')}
          hint={t('bookingMessage.hint')}
          maxLength={1000}
        />
      </DialogForm>
      <StaleDialog
        saves={saves}
        before={draft.base}
        theirs={theirs && linkFormOf(theirs)}
        mine={form.getValues()}
        labelOf={(name) => t(labels[name])}
        onSave={(values) => theirs && write(values, theirs.version)}
        onClose={dropTheirs}
      />
    </>
  )
}
