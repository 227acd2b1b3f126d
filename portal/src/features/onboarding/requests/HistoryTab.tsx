import { mdiHistory } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import type { OnboardingEntry } from '@tablewire/contracts/onboarding/onboarding-history'
import { useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { useT } from '../use-t.ts'
import { hoursInWords } from './hours-in-words.ts'

type T = ReturnType<typeof useT>

const Entries = styled('ol')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1.5),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: '0.875rem',
  '& > li': { display: 'grid', gap: 2, paddingBlockEnd: theme.spacing(1.5), borderBlockEnd: `1px solid ${theme.vars.palette.divider}` },
  '& > li > *': { overflowWrap: 'anywhere', whiteSpace: 'pre-line' },
  '& small': { color: theme.vars.palette.text.secondary },
}))

/** What the restaurant corrected, and the hours it keeps. */
const confirmedOf = (t: T, { confirmed }: OnboardingEntry): string[] => {
  if (confirmed === null) return []
  const { name, nameBefore, address, addressBefore, hours } = confirmed
  const corrected = (label: string, before: string | null, value: string): string =>
    before === null || before === value || value === '' ? '' : t('r.changed', { label, before: before || '–', after: value })
  return [
    corrected(t('r.c.venue'), nameBefore, name),
    corrected(t('r.c.address'), addressBefore, address),
    hours === '' ? '' : t('r.line', { label: t('r.f.hours'), value: hoursInWords(hours) }),
  ]
}
const idsOf = (t: T, { ids }: OnboardingEntry): string[] => {
  if (ids === null) return []
  const { rmsVenueId, bookingChannelVenueId } = ids
  return [
    rmsVenueId === null ? '' : t('r.line', { label: t('r.f.rmsVenueId'), value: rmsVenueId }),
    bookingChannelVenueId === null ? '' : t('r.line', { label: t('r.f.bookingChannelVenueId'), value: bookingChannelVenueId }),
  ]
}
/** What more is said of it, line by line. */
const linesOf = (t: T, entry: OnboardingEntry): string[] =>
  [
    entry.to === null ? '' : t(`r.s.${entry.to}`),
    entry.reason ?? '',
    entry.person ?? '',
    ...confirmedOf(t, entry),
    ...idsOf(t, entry),
  ].filter(Boolean)

/** Everything that happened to a request, the newest first. */
export const HistoryTab = ({ id }: { id: string }) => {
  const t = useT()
  const { data, error, refetch } = useEndpoint(onboarding.history, { params: { id } }, { meta: { shown: true } })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <RowsSkeleton />
  if (data.length === 0) return <EmptyState icon={mdiHistory} title={t('r.h.none')} />
  return (
    <Entries aria-label={t('r.tab.history')}>
      {data.map((entry) => (
        <li key={entry.id}>
          <strong>{t(`r.h.${entry.kind}`)}</strong>
          {linesOf(t, entry).map((line) => (
            <span key={line}>{line}</span>
          ))}
          <small>
            {formatInstant(entry.at)} · {entry.side === 'hub' ? t('r.h.side.hub') : `${entry.actor} · ${t(`r.h.side.${entry.side}`)}`}
          </small>
        </li>
      ))}
    </Entries>
  )
}
