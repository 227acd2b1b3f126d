import { waitlist } from '@tablewire/contracts/booking/waitlist'
import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { useMutation } from '@tanstack/react-query'
import type { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient } from '#src/api/query.ts'
import { serverNow } from '#src/api/server-clock.ts'
import { randomKey } from '#src/api/random-key.ts'
import { provisionalId, sendOrKeep } from './acts/keep-act.ts'

type Add = Sent<typeof waitlist.add>
/** A party at the door waits, also while the server is away; for a day that is full there is somebody to be asked. */
export const useAddWaiting = (date: string, onAdded: () => void, { shown = false } = {}) =>
  useMutation<{ kept: boolean }, ApiError, Add>({
    // Whoever shows beside its fields what was refused needs no notice.
    meta: { shown },
    mutationFn: async ({ params, body: typed }) => {
      // The same at every try, so that an answer that was lost is found again.
      const body = typed.kind === 'door' ? { ...typed, notedAt: serverNow() } : typed
      const call = (idempotencyKey: string) => api(waitlist.add, { params, body }, { idempotencyKey })
      const about = { subject: provisionalId(), name: body.lastName, venueId: params.id, date, words: String(body.partySize) }
      if (body.kind === 'door')
        return sendOrKeep<unknown>({ ...about, call: 'waitlist.add', makes: true, params, body }, call, () => undefined)
      await call(randomKey())
      return { kept: false }
    },
    onSuccess: ({ kept }) => {
      // What is kept is shown already, and there is nobody to ask for more.
      if (!kept) void queryClient.invalidateQueries({ queryKey: keyOf(waitlist.day) })
      onAdded()
    },
  })
