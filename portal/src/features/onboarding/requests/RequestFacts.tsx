import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import type { OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import type { ReactNode } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { countryName, formatInstant, languageName } from '#src/kit/format.ts'
import { useT } from '../use-t.ts'
import { hoursInWords } from './hours-in-words.ts'

/** Beside one another where the value keeps more than half the width; below one another in a narrow panel. */
const List = styled('dl')({
  '&&': { gridTemplateColumns: 'minmax(0, 1fr)' },
  '& > div': { display: 'flex', flexWrap: 'wrap', columnGap: 16 },
  '& dt': { flex: '1 1 152px', minWidth: 0, overflowWrap: 'anywhere' },
  '& dd': { flex: '1.6 1 204px', minWidth: 0, whiteSpace: 'pre-line' },
})
const Facts = ({ facts }: { facts: readonly (readonly [string, ReactNode])[] }) => (
  <List>
    {facts.map(([term, said]) => (
      <div key={term}>
        <dt>{term}</dt>
        <dd>{said || '–'}</dd>
      </div>
    ))}
  </List>
)

const PageLink = ({ url }: { url: string }) => (
  <a href={url} target="_blank" rel="noopener noreferrer">
    {url}
  </a>
)

/** Whoever may see it is led to it; the others read the name that they know. */
const OwnVenue = ({ mozrestId, mozrestName, venueName }: Pick<OnboardingDetail, 'mozrestId' | 'mozrestName' | 'venueName'>) => {
  const mayRead = useAbility().can('read', 'venues')
  if (mozrestId === null) return '–'
  if (mozrestName === null || !mayRead) return mozrestName ?? venueName
  return (
    <Link to="/venues" search={{ id: mozrestId } as never}>
      {mozrestName}
    </Link>
  )
}

/** What was proved of it, each step by what really happened. */
const Progress = ({ progress }: Pick<OnboardingDetail, 'progress'>) => {
  const t = useT()
  const { requestedAt, visibleAt, availableAt, onboardedAt, byTestBooking } = progress
  const at = (instant: string | null): string => (instant === null ? t('r.notYet') : formatInstant(instant))
  return (
    <>
      <h3>{t('r.progress')}</h3>
      <Facts
        facts={[
          [t('r.p.requested'), at(requestedAt)],
          [t('r.p.visible'), at(visibleAt)],
          [t('r.p.available'), at(availableAt)],
          [t('r.p.onboarded'), byTestBooking ? `${at(onboardedAt)} · ${t('r.p.byTest')}` : at(onboardedAt)],
        ]}
      />
    </>
  )
}

/** What the restaurant said of itself: hours stand nowhere else of it, and the other sides may have changed the rest since. */
const Confirmed = ({ request: { restaurantWord, restaurantConfirmedAt } }: { request: OnboardingDetail }) => {
  const t = useT()
  if (restaurantWord === null) return null
  const { name, address, hours } = restaurantWord
  return (
    <>
      <h3>{t('r.word')}</h3>
      <Facts
        facts={[
          [t('r.c.venue'), name],
          [t('r.c.address'), address],
          [t('r.f.hours'), hoursInWords(hours)],
          [t('r.word.at'), restaurantConfirmedAt && formatInstant(restaurantConfirmedAt)],
        ]}
      />
    </>
  )
}

/** Request information: what both sides know, then what one side notes for itself. */
export const RequestFacts = ({ request }: { request: OnboardingDetail }) => {
  const t = useT()
  const { internalNotes, venueCountry, contactLanguage, profileUrl, cancellationReason, rejectReason } = request
  const ended = cancellationReason ?? rejectReason
  return (
    <>
      {ended === null ? null : <p>{t('r.line', { label: t('r.reason'), value: ended })}</p>}
      <Facts
        facts={[
          [t('r.c.address'), [request.venueAddress, venueCountry && countryName(venueCountry)].filter(Boolean).join('\n')],
          [t('r.f.phone'), request.venuePhone],
          [t('r.f.profile'), profileUrl === null ? null : <PageLink key="profile" url={profileUrl} />],
          [t('r.c.system'), request.system.name],
          [t('r.f.rmsVenueId'), request.rmsVenueId],
          [t('r.c.channel'), request.channel.name],
          [t('r.f.bookingChannelVenueId'), request.bookingChannelVenueId],
          [t('r.f.mozrestId'), <OwnVenue key="own" {...request} />],
          [t('r.f.requester'), t(`r.by.${request.requester}`)],
          [t('r.c.requested'), formatInstant(request.requestDate)],
          [t('r.c.reference'), request.reference],
          [t('r.f.contact'), [request.contactEmail, contactLanguage && languageName(contactLanguage)].filter(Boolean).join(' · ')],
          [t('r.f.notes'), request.notes],
          ...(internalNotes.rms === null ? [] : [[t('r.f.rmsNotes'), internalNotes.rms] as const]),
          ...(internalNotes.bc === null ? [] : [[t('r.f.bcNotes'), internalNotes.bc] as const]),
        ]}
      />
      <Confirmed request={request} />
      <Progress progress={request.progress} />
    </>
  )
}
