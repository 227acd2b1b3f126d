import type { venues } from '@tablewire/contracts/estate/venues'
import { requestExport } from '#src/features/exports/api.ts'
import type { Handlers, Streams } from '#src/platform/http/mount.ts'
import { partnerAreaOf } from './area-translations.ts'
import { createVenue } from './create-venue.ts'
import { endLicence } from './end-licence.ts'
import { issueCredential, venueAccess } from './issue-credential.ts'
import { exportVenuesJob } from './jobs.ts'
import { listArchivedAreas } from './list-archived-areas.ts'
import { listVenues, streamVenues } from './list-venues.ts'
import { updateBook } from './update-book.ts'
import { updateVenue } from './update-venue.ts'
import { venueIdOf } from './venue-ref.ts'
import { readVenue } from './venue-view.ts'
import { venueWithBook } from './venue-with-book.ts'

type All = Handlers<typeof venues>
const one: All['get'] = async (ctx, { params }) => readVenue(ctx, await venueIdOf(ctx, params.id))
const create: All['create'] = (ctx, { body }) => createVenue(ctx, body)
const update: All['update'] = (ctx, input) => updateVenue(ctx, input)
const deactivate: All['deactivateLicense'] = (ctx, { params, body }) =>
  endLicence(ctx, { ref: params.id, product: body.license, action: 'venue.license_deactivated' })
const disable: All['disableFeature'] = (ctx, { params, body }) =>
  endLicence(ctx, { ref: params.id, product: body.feature, action: 'venue.feature_disabled' })

export const venuesHandlers: All = {
  list: (ctx, { query }) => listVenues(ctx, query),
  mine: (ctx, { query }) => listVenues(ctx, query),
  get: one,
  getMine: one,
  create,
  createMine: create,
  update,
  updateMine: update,
  credential: (ctx, { params }) => venueAccess(ctx, params.id),
  renewCredential: (ctx, { params }) => issueCredential(ctx, params.id),
  deactivateLicense: deactivate,
  deactivateLicenseMine: deactivate,
  disableFeature: disable,
  disableFeatureMine: disable,
  export: (ctx, { body }) => requestExport(ctx, { kind: 'venues', ask: body, needs: [['read', 'venues']], job: exportVenuesJob }),
  book: async (ctx, { params }) => (await venueWithBook(ctx, params.id)).book,
  updateBook: (ctx, { params, body }) => updateBook(ctx, { venueId: params.id, book: body }),
  archivedAreas: (ctx, { params }) => listArchivedAreas(ctx, params.id),
  areas: async (ctx, { params }) => (await venueWithBook(ctx, params.id)).book.areas,
  areasMine: async (ctx, { params }) => {
    const venue = await venueWithBook(ctx, await venueIdOf(ctx, params.id))
    const { areas } = venue.book
    return { data: areas.map((area) => partnerAreaOf(ctx, area, venue)), total: areas.length }
  },
}

export const venueStreams: Streams<typeof venues> = {
  list: (ctx, { query }) => streamVenues(ctx, query),
  mine: (ctx, { query }) => streamVenues(ctx, query),
}
