import type { LinkState } from '@tablewire/contracts/channels/channels.rules'

type VenueIds = { venueId: string; externalId: string | null }
type Addresses = { subscribeUrl: string | null; connectUrl: string | null }

/** The address with the venue's ids in it; they are encoded, so that they cannot lead anywhere else. */
export const addressFor = (template: string, { venueId, externalId }: VenueIds): string =>
  template.replaceAll('{venueId}', encodeURIComponent(venueId)).replaceAll('{externalId}', encodeURIComponent(externalId ?? venueId))

/** Where the venue has to go, while going there is the next step. */
export const nextAddresses = ({ subscribeUrl, connectUrl }: Addresses, state: LinkState, named: VenueIds): Addresses => {
  if (state !== 'action_required') return { subscribeUrl: null, connectUrl: null }
  return {
    subscribeUrl: subscribeUrl && addressFor(subscribeUrl, named),
    connectUrl: connectUrl && addressFor(connectUrl, named),
  }
}
