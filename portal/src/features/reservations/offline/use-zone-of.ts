import { useSession } from '#src/api/session.ts'
import { useZones } from '../VenuePicker.tsx'

/** The zone of the one venue that is looked at; undefined over several, which have no clock in common. */
export const useZoneOf = (chosen: readonly string[]): string | undefined => {
  const { venues } = useSession()
  const { zoneOf } = useZones()
  const [id, ...more] = chosen.length > 0 ? chosen : venues.map((venue) => venue.id)
  if (id === undefined || more.length > 0) return undefined
  // A session carries not every venue of whoever has hundreds; the page knows those that it names.
  return zoneOf(id) ?? venues.find((venue) => venue.id === id)?.timezone
}
