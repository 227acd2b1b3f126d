import type { ChannelLimits } from '@tablewire/contracts/channels/channel-objects'
import { links, type VenueChannel, type VenueLimits } from '@tablewire/contracts/channels/links'
import { useForm } from 'react-hook-form'
import { api } from '#src/api/client.ts'
import { useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { FieldGrid, NumberField } from '#src/kit/form/Fields.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useTheirs } from '#src/kit/form/use-theirs.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

const names = ['partyMin', 'partyMax', 'coversPerDay', 'leadMinutes'] as const
const bounds = { partyMin: [1, 1000], partyMax: [1, 1000], coversPerDay: [0, 100_000], leadMinutes: [0, 525_600] } as const
const none: ChannelLimits = { partyMin: null, partyMax: null, coversPerDay: null, leadMinutes: null }
const limitsOf = (form: ChannelLimits): ChannelLimits | null => (names.every((name) => form[name] === null) ? null : form)

export type LimitsProps = { venueId: string; link: VenueChannel; onClose: () => void }

export const LimitsForm = ({ venueId, link, opened, onClose }: LimitsProps & { opened: VenueLimits }) => {
  const t = useT()
  const params = { id: venueId, channelId: link.channelId }
  const form = useForm<ChannelLimits>({ defaultValues: opened.limits ?? none })
  const owner = useSession().userData?.id ?? ''
  const draft = useDraft(form, { key: `limits:${venueId}:${link.channelId}`, owner, of: opened.version })
  const { theirs, saves, meet, drop: dropTheirs } = useTheirs<VenueLimits>()
  const limit = useCall(links.limit, { meta: { shown: true } })
  const refuse = useShowRefusal(form.setError, [])
  const write = (values: ChannelLimits, version: number): void =>
    limit.mutate(
      { params, body: { limits: limitsOf(values), version } },
      {
        onSuccess: () => {
          draft.drop()
          toast.success(t('limits.saved', { name: link.name }))
          onClose()
        },
        onError: (error) =>
          error.code === 'channel.version_stale'
            ? void api(links.limits, { params }).then((now) => meet(error, now), refuse)
            : refuse(error),
      },
    )
  const save = form.handleSubmit((values) => write(values, draft.of))
  return (
    <>
      <DialogForm draft={draft} saveLabel={t('limits.save')} saving={limit.isPending} onSave={save} onClose={onClose}>
        <p style={{ margin: 0 }}>{t('limits.hint')}</p>
        <FieldGrid>
          {names.map((name) => (
            <NumberField
              key={name}
              control={form.control}
              name={name}
              label={t(`limits.${name}`)}
              unit={t(name === 'leadMinutes' ? 'unit.minutes' : 'unit.covers')}
              min={bounds[name][0]}
              max={bounds[name][1]}
              {...(opened.usual[name] === null ? {} : { hint: t('limits.usual', { value: opened.usual[name] }) })}
            />
          ))}
        </FieldGrid>
      </DialogForm>
      <StaleDialog
        saves={saves}
        before={draft.base}
        theirs={theirs && (theirs.limits ?? none)}
        mine={form.getValues()}
        labelOf={(name) => t(`limits.${name}`)}
        onSave={(values) => theirs && write(values, theirs.version)}
        onClose={dropTheirs}
      />
    </>
  )
}
