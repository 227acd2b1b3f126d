import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { IdParams } from '../kit/wire.ts'
import { VenueDetail } from './venue-fields.ts'

const moving = {
  method: 'POST',
  can: ['update', 'venues'],
  params: IdParams,
  result: VenueDetail,
  envelope: 'data',
  idempotent: true,
} as const

export const venueArchive = defineArea('venueArchive', {
  archive: {
    ...moving,
    path: '/v1/venues/:id/archive',
    summary:
      'Take a venue out of the lists and off every channel; its data and its reservations stay. Reservations to come refuse it, with their number, unless `confirmed`.',
    audit: 'venue.archived',
    body: z.object({ confirmed: z.optional(z.boolean()) }),
    errors: ['venue.not_found', 'venue.archived', 'venue.has_reservations'],
  },
  restore: {
    ...moving,
    path: '/v1/venues/:id/restore',
    summary: 'Bring a venue back from the archive, open for bookings if it was before.',
    audit: 'venue.restored',
    errors: ['venue.not_found', 'venue.not_archived', 'venue.tripadvisor_id_taken'],
  },
})
