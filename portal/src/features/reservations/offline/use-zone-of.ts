import { useSession } from '#src/api/session.ts'

/** The zone of the one venue that is looked at; undefined over several, which have no clock in common. */
export const useZoneOf = (chosen: readonly string[]): string | undefined => {
  const { venues } = useSession()
  const [id, ...more] = chosen.length > 0 ? chosen : venues.map((venue) => venue.id)
  return more.length > 0 ? undefined : venues.find((venue) => venue.id === id)?.timezone
}
