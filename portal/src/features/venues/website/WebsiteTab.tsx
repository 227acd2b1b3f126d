import { mdiWeb } from '@mdi/js'
import { type BookingPage, bookingPage } from '@tablewire/contracts/channels/booking-page'
import { useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { ToneBox } from '#src/kit/ToneBox.tsx'
import { useT } from '../use-t.ts'
import { BookingChecksForm } from './BookingChecksForm.tsx'
import { SiteDoctor } from './SiteDoctor.tsx'
import { SiteList } from './SiteList.tsx'
import { SnippetMaker } from './SnippetMaker.tsx'

type PartProps = { venueId: string; page: BookingPage }

const Parts = ({ venueId, page }: PartProps) => {
  const t = useT()
  const { obstacles, channels, sites } = page
  return (
    <>
      {obstacles.length > 0 && channels.length > 0 ? (
        <ToneBox tone="warning">{obstacles.map((one) => t(`website.obstacle.${one}`)).join(' ')}</ToneBox>
      ) : null}
      {channels.length > 0 && !obstacles.includes('not_allowed') ? <SnippetMaker id={venueId} page={page} /> : null}
      {channels.length > 0 ? <BookingChecksForm venueId={venueId} /> : null}
      {channels.length > 0 ? <SiteDoctor venueId={venueId} /> : null}
      {channels.length > 0 || sites.length > 0 ? <SiteList page={page} /> : null}
    </>
  )
}

/** WI1: the booking page on the restaurant's own website: what to paste there, whether it stands there as it should, and what comes of it. */
export const WebsiteTab = ({ venueId }: { venueId: string }) => {
  const t = useT()
  const query = useEndpoint(bookingPage.get, { params: { id: venueId } }, { staleTime: 0 })
  if (query.data && query.data.channels.length > 0) return <Parts venueId={venueId} page={query.data} />
  return (
    <FormSection title={t('section.website')} hint={t('section.website.hint')}>
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <RowsSkeleton rows={4} /> : null}
      {query.data ? (
        <EmptyState
          icon={mdiWeb}
          title={t('website.none')}
          hint={query.data.obstacles.map((one) => t(`website.obstacle.${one}`)).join('\n')}
        />
      ) : null}
    </FormSection>
  )
}
