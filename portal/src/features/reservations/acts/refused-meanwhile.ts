import { reservations } from '@tablewire/contracts/booking/reservations'
import type { Status } from '@tablewire/contracts/booking/reservations.rules'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { formatInstant } from '#src/kit/format.ts'
import { guestName } from '../guest-name.ts'
import type { Say } from '../use-t.ts'

/** `seen`: the status that was acted on; where it still is so, nobody was there before. */
type Refused = { id: string; error: unknown; seen?: Status }

/** Somebody else was there before: a refusal says of whom, who did what, when, and why (portal: conflicts name who and what). */
export const refusedMeanwhile = async (t: Say, { id, error, seen }: Refused): Promise<unknown> => {
  if (!(error instanceof ApiError) || error.status !== 409) return error
  // That there is no room says so itself; nobody has changed this party.
  if (error.code.startsWith('slot.')) return error
  const params = { id }
  // Seldom wanted, so its words do not come with every list.
  const asked = [api(reservations.get, { params }), api(reservations.events, { params }), import('../form/history-words.ts')] as const
  const found = await Promise.all(asked).catch(() => undefined)
  const last = found?.[1].findLast(({ kind }) => kind !== 'notified')
  if (!found || !last || found[0].status === seen) return error
  const { timezone } = found[0]
  const { changes, headline } = found[2].historyWords(t, { areas: [], timezone })
  const message = t(seen === undefined ? 'undo.meanwhile' : 'moved.meanwhile', {
    who: last.side === 'hub' ? t('side.hub') : last.actorName,
    name: guestName(found[0]) || t('guest.unknown'),
    time: formatInstant(last.at, timezone),
    what: [...(changes(last).length > 0 ? changes(last) : [headline(last)]), ...(last.reason ? [last.reason] : [])].join(' · '),
  })
  return new ApiError(error.status, error.code, { message })
}
