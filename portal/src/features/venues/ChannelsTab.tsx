import { mdiTransitConnectionVariant } from '@mdi/js'
import type { LinkMove } from '@tablewire/contracts/channels/channels.rules'
import { links, type VenueChannel } from '@tablewire/contracts/channels/links'
import { useState } from 'react'
import { linkTone } from '#src/api/link-tone.ts'
import { useAbility } from '#src/api/ability.ts'
import { keyOf, queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { toast } from '#src/kit/toasts.ts'
import { BookingPageLink } from './BookingPageLink.tsx'
import { useT } from './use-t.ts'

/** What a venue's own people do here; approving and the like has its place with the channels. */
const offered = ['done', 'resume', 'pause', 'connect'] as const satisfies readonly LinkMove[]

type ConnectedProps = { venueId: string; channel: VenueChannel; busy: boolean; onMove: (move: LinkMove) => void }
const Connected = ({ venueId, channel, busy, onMove }: ConnectedProps) => {
  const t = useT()
  const may = useAbility().can('update', 'channel-management')
  const { name, state, since, reason, lastError, lastBookingAt, moves, subscribeUrl, connectUrl } = channel
  const address = subscribeUrl ?? connectUrl
  const news = reason ?? lastError?.message
  const text = [
    since ? t('since', { at: formatInstant(since) }) : '',
    lastBookingAt ? t('lastBooking', { at: formatInstant(lastBookingAt) }) : '',
    news ?? '',
  ].filter(Boolean)
  return (
    <ListItem
      icon={<Icon path={mdiTransitConnectionVariant} />}
      title={
        <>
          {name}
          <Tag tone={linkTone[state]}>{t(`link.${state}`)}</Tag>
        </>
      }
      text={text.join(' · ')}
      acts={
        <>
          {address && state === 'action_required' ? (
            <KeptButton size="small" variant="contained" href={address} target="_blank" rel="noopener noreferrer">
              {t('link.go', { name })}
            </KeptButton>
          ) : null}
          {channel.type === 'widget' && channel.active && state === 'live' ? (
            <BookingPageLink venueId={venueId} channelId={channel.channelId} />
          ) : null}
          {offered
            .filter((move) => may && moves.includes(move))
            .map((move) => (
              <KeptButton key={move} size="small" variant="outlined" disabled={busy} onClick={() => onMove(move)}>
                {t(`move.${move}`)}
              </KeptButton>
            ))}
          {may && moves.includes('disconnect') ? (
            <KeptButton size="small" color="error" disabled={busy} onClick={() => onMove('disconnect')}>
              {t('move.disconnect')}
            </KeptButton>
          ) : null}
        </>
      }
    />
  )
}

/** The channels this venue stands with, and the next step of each. */
export const ChannelsTab = ({ venueId }: { venueId: string }) => {
  const t = useT()
  const query = useEndpoint(links.list, { params: { id: venueId } })
  const move = useCall(links.move)
  const [leaving, setLeaving] = useState<VenueChannel>()
  const run = (channel: VenueChannel, step: LinkMove): void =>
    move.mutate(
      { params: { id: venueId, channelId: channel.channelId }, body: { move: step } },
      {
        onSuccess: ({ name, state }) => toast.success(t('moved', { name, state: t(`link.${state}`) })),
        onSettled: () => {
          setLeaving(undefined)
          void queryClient.invalidateQueries({ queryKey: keyOf(links.list) })
        },
      },
    )
  const connected = (query.data ?? []).filter(({ state }) => state !== 'not_enabled')
  return (
    <FormSection title={t('section.connected')} hint={t('section.connected.hint')}>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <RowsSkeleton rows={4} /> : null}
      {query.data && !connected.length ? (
        <EmptyState title={t('connected.none')} hint={t('connected.none.hint')} icon={mdiTransitConnectionVariant} />
      ) : null}
      {connected.length ? (
        <ItemList>
          {connected.map((channel) => (
            <Connected
              key={channel.channelId}
              venueId={venueId}
              channel={channel}
              busy={move.isPending}
              onMove={(step) => (step === 'disconnect' ? setLeaving(channel) : run(channel, step))}
            />
          ))}
        </ItemList>
      ) : null}
      <ConfirmDialog
        open={leaving !== undefined}
        title={t('disconnect.title', { name: leaving?.name ?? '' })}
        confirmLabel={t('move.disconnect')}
        danger
        busy={move.isPending}
        onConfirm={() => leaving && run(leaving, 'disconnect')}
        onClose={() => setLeaving(undefined)}
      >
        {t('disconnect.text')}
      </ConfirmDialog>
    </FormSection>
  )
}
