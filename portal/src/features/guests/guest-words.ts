import type { GuestRow } from '@tablewire/contracts/booking/guests'
import { formatDate, formatNumber } from '#src/kit/format.ts'
import type { useT } from './use-t.ts'

type T = ReturnType<typeof useT>
type Named = { firstName: string; lastName: string; email: string | null; phone: string | null }

/** Who gave no name is called by what he is reached at. */
export const nameOf = (t: T, { firstName, lastName, email, phone }: Named): string =>
  `${firstName} ${lastName}`.trim() || (email ?? phone ?? t('unnamed'))

export const reachedAt = ({ email, phone }: Pick<Named, 'email' | 'phone'>): string => [email, phone].filter(Boolean).join(' · ')

/** How often he came and when, or that he never did. */
export const pastOf = (
  t: T,
  { visits, noShows, lastVisitOn, nextVisitOn }: Pick<GuestRow, 'visits' | 'noShows' | 'lastVisitOn' | 'nextVisitOn'>,
) =>
  [
    visits === 0 ? t('visits.none') : t('visits', { count: visits, number: formatNumber(visits) }),
    lastVisitOn && t('lastVisit', { date: formatDate(lastVisitOn, 'short') }),
    nextVisitOn && t('nextVisit', { date: formatDate(nextVisitOn, 'short') }),
    noShows > 0 && t('noShows', { count: noShows, number: formatNumber(noShows) }),
  ].filter(Boolean)

/** A row for who hears it. */
export const rowInWords = (t: T, guest: GuestRow): string =>
  [nameOf(t, guest), reachedAt(guest), guest.venueName, ...pastOf(t, guest), ...guest.allergies, ...guest.tags].filter(Boolean).join(', ')
