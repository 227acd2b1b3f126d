import type { guests } from '@tablewire/contracts/booking/guests'
import type { Handlers } from '#src/platform/http/mount.ts'
import { addNote, changeGuest, removeNote } from './change-guest.ts'
import { readProfile } from './guest-profile.ts'
import { listGuests } from './list-guests.ts'
import { mergeGuests, partGuests } from './merge-guests.ts'
import { decidePair, listPairs, reopenPair } from './pairs.ts'

export const guestsHandlers: Handlers<typeof guests> = {
  list: (ctx, { query }) => listGuests(ctx, query),
  get: (ctx, { params }) => readProfile(ctx, params.id),
  update: (ctx, { params, body }) => changeGuest(ctx, params.id, body),
  addNote: (ctx, { params, body }) => addNote(ctx, params.id, body.content),
  removeNote: (ctx, { params }) => removeNote(ctx, params.id, params.noteId),
  merge: (ctx, { params, body }) => mergeGuests(ctx, params.id, body.otherId),
  part: (ctx, { params }) => partGuests(ctx, params.id),
  pairs: (ctx, { query }) => listPairs(ctx, query),
  decide: (ctx, { params, body }) => decidePair(ctx, params.id, body),
  reopen: (ctx, { params }) => reopenPair(ctx, params.id),
}
