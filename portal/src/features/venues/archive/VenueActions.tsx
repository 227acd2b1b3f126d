import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { useAbility } from '#src/api/ability.ts'
import { useT } from '../use-t.ts'
import { ArchivedTag, TestTag } from '../venue-columns.tsx'
import { VenueAccess } from '../VenueAccess.tsx'
import { ArchiveVenue } from './ArchiveVenue.tsx'
import { MergeVenue } from './MergeVenue.tsx'

/** What is done with a venue as a whole, beside its name. */
export const VenueActions = ({ venue, onChanged }: { venue: VenueDetail; onChanged: (fresh: VenueDetail) => void }) => {
  const t = useT()
  const ability = useAbility()
  return (
    <>
      {venue.test ? <TestTag t={t} /> : null}
      {venue.archivedAt === null ? null : <ArchivedTag t={t} />}
      {ability.can('update', 'venues') ? <ArchiveVenue venue={venue} onChanged={onChanged} /> : null}
      {ability.can('delete', 'venues') ? <MergeVenue venue={venue} onMerged={onChanged} /> : null}
      {ability.can('create', 'users') ? <VenueAccess venue={venue} /> : null}
    </>
  )
}
