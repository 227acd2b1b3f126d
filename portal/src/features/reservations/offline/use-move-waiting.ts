import { waitlist, type WaitlistEntry } from '@tablewire/contracts/booking/waitlist'
import type { WaitMove } from '@tablewire/contracts/booking/waitlist.rules'
import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { useMutation } from '@tanstack/react-query'
import type { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { keyOf, queryClient } from '#src/api/query.ts'
import { randomKey } from '#src/api/random-key.ts'
import { sendOrKeep } from './acts/keep-act.ts'

/** These need nobody's answer: nobody is written to, and no place is taken out of the book. */
const patient: readonly WaitMove[] = ['leave', 'back', 'no-answer']

/** A step of who waits: off the list and back also while the server is away. */
export const useMoveWaiting = ({ id, venueId, serviceOn: date, firstName, lastName }: WaitlistEntry) =>
  useMutation<{ kept: boolean }, ApiError, Sent<typeof waitlist.move>>({
    mutationFn: async ({ params, body }) => {
      const call = (idempotencyKey: string) => api(waitlist.move, { params, body }, { idempotencyKey })
      const about = { subject: id, name: `${firstName} ${lastName}`.trim(), venueId, date, words: body.move }
      if (patient.includes(body.move)) return sendOrKeep<unknown>({ ...about, call: 'waitlist.move', params, body }, call, () => undefined)
      await call(randomKey())
      return { kept: false }
    },
    // What is kept is shown already, and there is nobody to ask for more.
    onSettled: (moved) => (moved?.kept ? undefined : queryClient.invalidateQueries({ queryKey: keyOf(waitlist.day) })),
  })
