import type { Mapping } from '@tablewire/contracts/import/import.rules'
import type { VenueWithBook } from '#src/features/venues/api.ts'

type NamedVenue = Pick<VenueWithBook, 'id' | 'name' | 'externalId'>

/** Letters and digits alone: case, accents, blanks and dashes are written one way here and another there. */
const bare = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
    .toLowerCase()

/** Whether a word names this venue: by our id, by its own, or by its name. */
export const namesVenue = ({ id, name, externalId }: NamedVenue, word: string): boolean =>
  [id, externalId ?? '', name].some((ours) => ours !== '' && (ours === word || (bare(ours) !== '' && bare(ours) === bare(word))))

/** Why a row of a file for this venue stays out: its own words name another one, and nobody said that it comes in all the same. */
export const exclusionReason = (
  venue: NamedVenue,
  word: string,
  { values }: Pick<Mapping, 'values'>,
): 'venue.left_out' | 'venue.other' | undefined => {
  const chosen = values['venue']?.[word]
  if (chosen === venue.id) return undefined
  if (chosen === '') return 'venue.left_out'
  return word === '' || namesVenue(venue, word) ? undefined : 'venue.other'
}
