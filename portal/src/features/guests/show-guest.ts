import { type GuestProfile, guests } from '@tablewire/contracts/booking/guests'
import { keyOf, queryClient } from '#src/api/query.ts'

/** Every answer is how the person stands now, under whichever of his addresses he was asked for; lists show some of it. */
export const showGuest = (id: string, guest: GuestProfile): void => {
  for (const one of new Set([id, guest.id])) queryClient.setQueryData(keyOf(guests.get, { params: { id: one } }), guest)
  void queryClient.invalidateQueries({ queryKey: keyOf(guests.list) })
  void queryClient.invalidateQueries({ queryKey: keyOf(guests.pairs) })
}
