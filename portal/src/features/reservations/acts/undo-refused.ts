import { reservations } from '@tablewire/contracts/booking/reservations'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { historyWords } from '../form/history-words.ts'
import { guestName } from '../guest-name.ts'
import type { Say } from '../use-t.ts'

/** Somebody went on from there: an undo is not to be repeated, so its refusal says who did what. */
export const undoRefused = async (t: Say, id: string, error: unknown): Promise<unknown> => {
  if (!(error instanceof ApiError) || error.status !== 409) return error
  const params = { id }
  const found = await Promise.all([api(reservations.get, { params }), api(reservations.events, { params })]).catch(() => undefined)
  const last = found?.[1].findLast(({ kind }) => kind !== 'notified')
  if (!found || !last) return error
  const { changes, headline } = historyWords(t, { areas: [], timezone: found[0].timezone })
  const message = t('undo.meanwhile', {
    who: last.side === 'hub' ? t('side.hub') : last.actorName,
    name: guestName(found[0]) || t('guest.unknown'),
    what: changes(last).join(' · ') || headline(last),
  })
  return new ApiError(error.status, error.code, { message })
}
