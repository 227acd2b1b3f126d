import type { Act } from './act.ts'

/** What an act changes as one, with a version that counts up. */
export const placeOf = ({ call, subject, params: { id } }: Pick<Act, 'call' | 'subject' | 'params'>): string =>
  call === 'tables.assign' ? `seat ${id}` : subject

const hasVersion = ({ body }: Pick<Act, 'body'>): boolean => typeof body['version'] === 'number'

/** As it is kept behind what waits already. */
export const following = (acts: readonly Act[], act: Act): Act =>
  hasVersion(act) && acts.some((one) => placeOf(one) === placeOf(act)) ? { ...act, follows: true } : act

/** What screens show as done. A party that came in by the door sits there, whatever the book says of it. */
export const shownOf = (acts: readonly Act[]): readonly Act[] => {
  const closed = new Set<string>()
  return acts.filter((act) => {
    const makes = act.call === 'reservations.create'
    if (act.refused && !makes) closed.add(act.subject)
    return act.waits && !closed.has(act.subject)
  })
}

/** What is sent as soon as it can be: behind what was refused it is people's turn. */
export const sendable = (acts: readonly Act[]): readonly Act[] => {
  const closed = new Set(acts.flatMap(({ refused, subject }) => (refused ? [subject] : [])))
  return acts.filter(({ waits, subject }) => waits && !closed.has(subject))
}
