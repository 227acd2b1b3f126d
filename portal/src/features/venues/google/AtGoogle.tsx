import { mdiGoogle } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { googleLaunch, type GoogleStanding } from '@tablewire/contracts/google/google-launch'
import { useEndpoint } from '#src/api/query.ts'
import { currentLang } from '#src/i18n/lang.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatDate, formatInstant, formatList } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { zoneName } from '#src/kit/zone-clock.ts'
import { useT } from '../use-t.ts'
import { Offered } from './Offered.tsx'

const Standing = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  '& + &': { marginBlockStart: theme.spacing(4) },
  '& > h3': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 8px', margin: 0, fontSize: '0.9375rem', fontWeight: 600 },
  '& > dl': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 180px) minmax(0, 1fr)',
    gap: theme.spacing(0.75, 2),
    margin: 0,
    fontSize: '0.875rem',
  },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  [theme.breakpoints.down('sm')]: {
    '& > dl': { gridTemplateColumns: 'minmax(0, 1fr)' },
    '& dd + dt': { marginBlockStart: theme.spacing(0.5) },
  },
}))
const tones = { matched: 'success', unmatched: 'warning', unknown: 'danger', unasked: 'neutral' } as const

const useFacts = (standing: GoogleStanding, timeZone: string): readonly (readonly [string, string])[] => {
  const t = useT()
  const { placeName, knownSince, feeds, lastLookupAt, lastBookingAt, waiting, waitingSince, stopped, refusal, unknown } = standing
  const { toldAt, toldFrom, toldTo } = standing
  const at = (instant: string | null): string => (instant === null ? t('google.never') : formatInstant(instant, timeZone))
  const received = feeds.map(({ kind, sentAt }) => `${t(`google.kind.${kind}`)} ${formatInstant(sentAt, timeZone)}`)
  return [
    ...(placeName ? [[t('google.place'), placeName] as const] : []),
    [t('google.known'), at(knownSince)],
    [t('google.feeds'), received.length > 0 ? formatList(received) : t('google.never')],
    [
      t('google.told'),
      toldAt === null
        ? t('google.never')
        : t('google.told.span', {
            at: formatInstant(toldAt, timeZone),
            from: formatDate(toldFrom ?? toldAt),
            to: formatDate(toldTo ?? toldAt),
          }),
    ],
    [t('google.lookup'), at(lastLookupAt)],
    [t('google.booking'), at(lastBookingAt)],
    [
      t('google.waiting'),
      waitingSince === null
        ? t('google.waiting.none')
        : t('google.waiting.since', { count: waiting, at: formatInstant(waitingSince, timeZone) }),
    ],
    ...(stopped
      ? [[t('google.stopped'), t('google.stopped.since', { at: formatInstant(stopped.since, timeZone), error: stopped.error })] as const]
      : []),
    ...(refusal ? [[t('google.refusal'), unknown ? t(`google.unknown.${unknown}`) : refusal] as const] : []),
  ]
}

/** What keeps guests from booking there, or that nothing does; until Google was asked nobody knows. */
const Lacking = ({ standing: { missing, match, refusedSince, stopped } }: { standing: GoogleStanding }) => {
  const t = useT()
  if (refusedSince !== null) return <ToneBox tone="danger">{t('google.signedOut')}</ToneBox>
  if (stopped) return <ToneBox tone="warning">{t('google.stoppedNow')}</ToneBox>
  if (missing.length > 0)
    return <ToneBox tone="warning">{t('google.missing', { what: formatList(missing.map((one) => t(`google.missing.${one}`))) })}</ToneBox>
  return match === 'matched' ? <ToneBox tone="success">{t('google.ready')}</ToneBox> : null
}

const AccountStanding = ({ standing, timeZone }: { standing: GoogleStanding; timeZone: string }) => {
  const t = useT()
  const { accountName, environment, match, leavingSince } = standing
  const facts = useFacts(standing, timeZone)
  return (
    <Standing>
      <h3>
        {accountName}
        <Tag tone={environment === 'production' ? 'primary' : 'violet'}>{t(`google.${environment}`)}</Tag>
        <Tag tone={tones[match]}>{t(`google.match.${match}`)}</Tag>
      </h3>
      <Lacking standing={standing} />
      {leavingSince ? <ToneBox tone="info">{t('google.leaving')}</ToneBox> : null}
      <dl>
        {facts.map(([name, value]) => (
          // A name and its value stand beside one another in the grid of the list.
          <div key={name} style={{ display: 'contents' }}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Standing>
  )
}

/** GO1: how a venue stands at Google, for each account that tells of it. */
export const AtGoogle = ({ venueId, timeZone }: { venueId: string; timeZone: string }) => {
  const t = useT()
  const query = useEndpoint(googleLaunch.venue, { params: { id: venueId } })
  return (
    <>
      <FormSection title={t('google.title')} hint={`${t('google.hint')} ${t('google.clock', { zone: zoneName(timeZone, currentLang()) })}`}>
        {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
        {query.isPending ? <RowsSkeleton rows={3} /> : null}
        {query.data?.length === 0 ? <EmptyState icon={mdiGoogle} title={t('google.none')} hint={t('google.none.hint')} /> : null}
        {query.data?.map((standing) => (
          <AccountStanding key={standing.accountId} standing={standing} timeZone={timeZone} />
        ))}
      </FormSection>
      {query.data?.length ? <Offered venueId={venueId} timeZone={timeZone} standings={query.data} /> : null}
    </>
  )
}
