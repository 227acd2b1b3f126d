import type { ErrorHelp as Help } from '#src/platform/docs/page-errors.ts'

/** Of what is decided, or has gone, somewhere else: by a venue’s own system, to another installation. */
export const elsewhere: Readonly<Record<string, Help>> = {
  'venue.moving': [
    'The restaurant is being moved to another installation and takes no changes for some seconds.',
    'Wait as `Retry-After` says and repeat with the same `Idempotency-Key`; the answer may then come from the other installation.',
  ],
  'venue.moved': [
    'The restaurant has moved to another installation, with its bookings and the keys of its channels.',
    'Ask at the address in `details.url`, with the same key and ids. Nothing was changed here.',
  ],
  'remote.refused': ['The venue’s own system said no.', 'Show the guest the reason in `message` and offer other times.'],
  'remote.decides': ['The venue’s own system owns this.', 'Do it there; it comes here by itself.'],
  'remote.unclear': [
    'The venue’s own system was told, and its answer got lost.',
    'Do not send it anew under another key. Read the booking again: the hub finds out what happened.',
  ],
  'remote.unreachable': [
    'The venue’s own system does not answer at the moment.',
    'Wait as `Retry-After` says and repeat with the same `Idempotency-Key`.',
  ],
}
