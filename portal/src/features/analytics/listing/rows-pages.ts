import type { RowsPage } from '../RowsLink.tsx'

const names = { venueId: 'venue', companyId: 'company', groupId: 'brand', channelId: 'channel' }

/** Where listings stand that a figure counts, and where differences do. */
export const listingRows: RowsPage = { list: '/listing', figures: '/analytics/listing', names }
export const differenceRows: RowsPage = { list: '/listing/differences', figures: '/analytics/listing', names }
