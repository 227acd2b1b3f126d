import { styled } from '@mui/material/styles'
import { mdiStorefrontOutline } from '@mdi/js'
import { type ListingCopy, listingCopies } from '@tablewire/contracts/listing/copies'
import { useAbility } from '#src/api/ability.ts'
import { useCall, useEndpoint } from '#src/api/query.ts'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { Card } from '#src/kit/Card.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import type { SlotProps } from '#src/kit/slots.ts'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { ActButtons } from './ActButtons.tsx'
import { StateTag } from './difference-columns.tsx'
import { OwnHours } from './OwnHours.tsx'
import { Since, Sides } from './Sides.tsx'
import { useLiveListings, useReloadListings } from './use-live-listings.ts'
import { useT } from './use-t.ts'

const tones: Readonly<Record<ListingCopy['state'], Tone>> = {
  not_sent: 'neutral',
  pending: 'info',
  shown: 'success',
  differs: 'warning',
  rejected: 'danger',
}
const Places = styled('div')(({ theme }) => ({ display: 'grid', gap: theme.spacing(2) }))
const Place = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.25),
  '& h3': { ...theme.typography.h3, margin: 0 },
  '& p': { margin: 0, fontSize: '0.875rem', overflowWrap: 'anywhere' },
  '& .quiet': { color: theme.vars.palette.text.secondary },
  '& .acts': { display: 'flex', flexWrap: 'wrap', gap: theme.spacing(1) },
  '& article': {
    display: 'grid',
    gap: theme.spacing(1),
    paddingBlockStart: theme.spacing(1.25),
    borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
  },
  '& article > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.spacing(1) },
}))

/** When it was sent, asked for and looked at, in sentences. */
const History = ({ copy }: { copy: ListingCopy }) => {
  const t = useT()
  const { sentAt, sentIsCurrent, askedAt, observedAt, origin, probedAt, probeFailure, reason, otherHouse } = copy
  const lines = [
    sentAt ? t(sentIsCurrent ? 'sent.current' : 'sent.older', { at: formatInstant(sentAt) }) : t('sent.never'),
    askedAt && t('askedAt', { at: formatInstant(askedAt) }),
    observedAt && t(origin === 'probe' ? 'seen.probe' : 'seen.report', { at: formatInstant(observedAt) }),
  ]
  const warnings = [
    reason && t('reason', { reason }),
    probeFailure && probedAt && t(`probe.${probeFailure}`, { at: formatInstant(probedAt) }),
    otherHouse && t('otherHouse'),
  ]
  return (
    <>
      <p className="quiet">{lines.filter(Boolean).join(' · ')}</p>
      {warnings.filter(Boolean).map((line) => (
        <p key={String(line)}>{line}</p>
      ))}
    </>
  )
}

type PlaceCardProps = { venueId: string; copy: ListingCopy; onChanged: (() => void) | undefined }
const PlaceCard = ({ venueId, copy, onChanged }: PlaceCardProps) => {
  const t = useT()
  const may = useAbility().can('update', 'listing')
  const reload = useReloadListings()
  const done = { onSettled: () => void reload() }
  const probe = useCall(listingCopies.probe, done)
  const ask = useCall(listingCopies.ask, done)
  const { channelId, channelName, state, url, readable, differences } = copy
  const params = { id: venueId, channelId }
  return (
    <Card title={channelName}>
      <Place>
        <div>
          <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag>
        </div>
        <History copy={copy} />
        <div className="acts">
          {url ? (
            <KeptButton size="small" href={url} target="_blank" rel="noopener noreferrer" color="inherit">
              {t('toPage', { channel: channelName })}
            </KeptButton>
          ) : null}
          {may && readable ? (
            <KeptButton size="small" variant="outlined" disabled={probe.isPending} onClick={() => probe.mutate({ params })}>
              {t('act.probe')}
            </KeptButton>
          ) : null}
          {may ? (
            <KeptButton size="small" variant="outlined" disabled={ask.isPending} onClick={() => ask.mutate({ params })}>
              {t('act.ask')}
            </KeptButton>
          ) : null}
        </div>
        {differences.map((difference) => (
          <article key={difference.id} aria-label={t(`f.${difference.field}`)}>
            <header>
              <h3>{t(`f.${difference.field}`)}</h3>
              <StateTag state={difference.state} />
            </header>
            <Sides difference={difference} />
            <Since difference={difference} />
            <div className="acts">
              <ActButtons
                ids={[difference.id]}
                differences={[difference]}
                small
                onDone={(act) => (act === 'accept' ? onChanged?.() : undefined)}
              />
            </div>
          </article>
        ))}
      </Place>
    </Card>
  )
}

/** LI1: where a venue is shown, and how; a part of its listing. */
export const ShownPage = ({ id, onChanged }: SlotProps) => {
  const t = useT()
  const { data, error, refetch } = useEndpoint(listingCopies.list, { params: { id } })
  useLiveListings()
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton />
  return (
    <Places>
      {data.page ? (
        <p>
          {t('ownPage')} <a href={data.page}>{`${location.origin}${data.page}`}</a>
        </p>
      ) : null}
      {data.ownHours ? <OwnHours id={id} of={data.venueName} /> : null}
      {data.copies.length ? null : <EmptyState icon={mdiStorefrontOutline} title={t('nowhere')} hint={t('nowhere.hint')} />}
      {data.copies.map((copy) => (
        <PlaceCard key={copy.channelId} venueId={id} copy={copy} onChanged={onChanged} />
      ))}
    </Places>
  )
}
