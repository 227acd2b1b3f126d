import type { VenueChannel } from '@tablewire/contracts/channels/links'
import { formatClock, formatInstant } from '#src/kit/format.ts'
import { useT } from './use-t.ts'

/** How a venue stands with a channel, in sentences: what it means now, and what happened last. */
export const useLinkWords = () => {
  const t = useT()
  const reasonOf = ({ reason }: VenueChannel): string =>
    reason === 'check.unreachable' ? t('reason.unreachable') : reason || t('reason.none')
  const standing = (link: VenueChannel): string => {
    const { state, name } = link
    if (!link.active) return t('says.off')
    if (state === 'not_enabled') return link.about || t(link.selfSubscription ? 'says.self' : 'says.not_enabled')
    const when = link.since ? formatInstant(link.since) : ''
    return t(`says.${state}`, { name, when, reason: reasonOf(link) })
  }
  const waiting = ({ state, checked, nextCheckAt }: VenueChannel): string | undefined => {
    if (state !== 'requested' && state !== 'in_review') return undefined
    return checked && nextCheckAt ? t('check.next', { when: formatClock(nextCheckAt) }) : t('check.by')
  }
  const health = (link: VenueChannel): string[] => {
    if (link.state === 'not_enabled') return []
    const { lastBookingAt, lastSearchAt, lastError } = link
    const sells = link.state === 'live' || link.state === 'paused'
    return [
      ...(lastBookingAt ? [t('health.booking', { when: formatInstant(lastBookingAt) })] : sells ? [t('health.noBooking')] : []),
      ...(lastSearchAt ? [t('health.search', { when: formatInstant(lastSearchAt) })] : []),
      ...(lastError ? [t('health.error', { when: formatInstant(lastError.at), message: lastError.message })] : []),
    ]
  }
  return { standing, waiting, health }
}
