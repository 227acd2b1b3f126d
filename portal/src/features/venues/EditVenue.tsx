import { useEndpoint } from '#src/api/query.ts'
import { useT } from './use-t.ts'
import { useVenueCalls } from './venue-calls.ts'
import { VenueEditor } from './VenueEditor.tsx'
import { OpeningPage } from '#src/kit/OpeningPage.tsx'

export const EditVenue = ({ id, onLeave }: { id: string; onLeave: (id: string | undefined) => void }) => {
  const t = useT()
  const { get } = useVenueCalls()
  // What is being edited must not change under the hands of whoever edits it: a save says when it is old.
  const query = useEndpoint(get, { params: { id } }, { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false })
  if (query.data) return <VenueEditor opened={query.data} onLeave={onLeave} />
  return <OpeningPage title={t('title')} back={t('back')} onBack={() => onLeave(undefined)} query={query} />
}
