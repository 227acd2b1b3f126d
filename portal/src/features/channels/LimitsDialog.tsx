import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import type { ChannelLimits } from '@tablewire/contracts/channel-objects'
import { links, type VenueChannel, type VenueLimits } from '@tablewire/contracts/links'
import { useId, useState } from 'react'
import { useForm } from 'react-hook-form'
import { api } from '#src/api/client.ts'
import { useCall, useEndpoint } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FieldGrid, NumberField } from '#src/kit/form/Fields.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { useDraft } from '#src/kit/form/use-draft.ts'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

const names = ['partyMin', 'partyMax', 'coversPerDay', 'leadMinutes'] as const
const bounds = { partyMin: [1, 1000], partyMax: [1, 1000], coversPerDay: [0, 100_000], leadMinutes: [0, 525_600] } as const
const none: ChannelLimits = { partyMin: null, partyMax: null, coversPerDay: null, leadMinutes: null }
const limitsOf = (form: ChannelLimits): ChannelLimits | null => (names.every((name) => form[name] === null) ? null : form)

type Props = { venueId: string; link: VenueChannel; onClose: () => void }

const LimitsForm = ({ venueId, link, opened, onClose }: Props & { opened: VenueLimits }) => {
  const t = useT()
  const params = { id: venueId, channelId: link.channelId }
  const form = useForm<ChannelLimits>({ defaultValues: opened.limits ?? none })
  const owner = useSession().userData?.id ?? ''
  const draft = useDraft(form, { key: `limits:${venueId}:${link.channelId}`, owner, of: opened.version })
  const [theirs, setTheirs] = useState<VenueLimits>()
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
          error.code === 'channel.version_stale' ? void api(links.limits, { params }).then(setTheirs, refuse) : refuse(error),
      },
    )
  const save = form.handleSubmit((values) => write(values, draft.of))
  return (
    <form
      noValidate
      style={{ display: 'contents' }}
      onSubmit={(event) => {
        event.stopPropagation()
        void save(event)
      }}
    >
      <DialogContent>
        <p style={{ marginBlockStart: 0 }}>{t('limits.hint')}</p>
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
        {draft.restored ? <p role="note">{t('limits.restored')}</p> : null}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={limit.isPending}>
          {t('limits.save')}
        </Button>
      </DialogActions>
      <StaleDialog
        before={opened.limits ?? none}
        theirs={theirs && (theirs.limits ?? none)}
        mine={form.getValues()}
        labelOf={(name) => t(`limits.${name}`)}
        onSave={(values) => theirs && write(values, theirs.version)}
        onClose={() => setTheirs(undefined)}
      />
    </form>
  )
}

/** How much of the house a channel gets: for one venue, said by its own people. */
export const LimitsDialog = (props: Props) => {
  const t = useT()
  const titleId = useId()
  const { venueId, link, onClose } = props
  const query = useEndpoint(links.limits, { params: { id: venueId, channelId: link.channelId } }, { staleTime: 0, gcTime: 0 })
  return (
    <Dialog open onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('limits.title', { name: link.name })}</DialogTitle>
      {query.data ? (
        <LimitsForm {...props} opened={query.data} />
      ) : (
        <DialogContent>
          {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <RowsSkeleton rows={3} />}
        </DialogContent>
      )}
    </Dialog>
  )
}
