import type { RefusedSample } from '@tablewire/contracts/analytics/refused-demand'

/** The preview of the setup page with exactly this question, the start that was refused unfolded. */
export const explainerSearch = ({
  venueId,
  day,
  partySize,
  areaId,
  channelId,
  startAt,
  wantedAt,
}: Pick<RefusedSample, 'venueId' | 'day' | 'partySize' | 'areaId' | 'channelId' | 'startAt' | 'wantedAt'>): Record<string, string> => {
  const at = startAt ?? wantedAt
  return {
    venue: venueId,
    date: day,
    party: String(partySize),
    as: channelId,
    ...(areaId === null ? {} : { area: areaId }),
    ...(at === null ? {} : { at }),
  }
}
