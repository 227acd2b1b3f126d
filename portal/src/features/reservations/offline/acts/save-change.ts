import { type Reservation, reservations } from '@tablewire/contracts/booking/reservations'
import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { api } from '#src/api/client.ts'
import { guestName } from '../../guest-name.ts'
import { isKept, sendOrKeep } from './keep-act.ts'

type Patch = NonNullable<Sent<typeof reservations.update>['body']>
/** What nobody has to be asked for: a place in the book is, and a guest to whom it is told. */
const mayWait = ({ notify, override: _override, version: _version, ...changed }: Patch): boolean =>
  notify !== true && Object.keys(changed).every((name) => name === 'notes' || name === 'tags')

/** Changes a booking; its notes also while the server is away. */
export const saveChange = async (row: Reservation, body: Patch): Promise<Reservation> => {
  const call = () => api(reservations.update, { params: { id: row.id }, body })
  if (!mayWait(body)) return call()
  const { id: subject, venueId, serviceOn: date } = row
  const about = { subject, name: guestName(row), venueId, date, row, words: body.notes ?? '' }
  const assumed = { ...row, notes: body.notes === undefined ? row.notes : body.notes, tags: body.tags ?? row.tags }
  const wanted = {
    ...about,
    call: 'reservations.update' as const,
    params: { id: subject },
    body: isKept(subject) ? { ...body, version: 0 } : body,
  }
  return (await sendOrKeep(wanted, call, () => assumed)).result
}
