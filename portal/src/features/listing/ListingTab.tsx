import type { ListingDetail } from '@tablewire/contracts/listing/listings'
import type { UseFormReturn } from 'react-hook-form'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Slot } from '#src/kit/Slot.tsx'
import { HoursTab } from './HoursTab.tsx'
import type { ListingForm, Tab } from './listing-form.ts'
import { OfferTab } from './OfferTab.tsx'
import { PhotosTab } from './PhotosTab.tsx'
import { PlaceTab } from './PlaceTab.tsx'
import { TextsTab } from './TextsTab.tsx'

type Props = { tab: Tab; form: UseFormReturn<ListingForm>; listing: ListingDetail }

/** The part of a listing that its tab names. */
export const ListingTab = ({ tab, form, listing }: Props) => {
  switch (tab) {
    case 'texts':
      return <TextsTab control={form.control} venueName={listing.venueName} />
    case 'place':
      return <PlaceTab form={form} />
    case 'offer':
      return <OfferTab control={form.control} />
    case 'photos':
      return <PhotosTab form={form} venueId={listing.id} disabled={!listing.enabled} />
    case 'hours':
      return <HoursTab form={form} listing={listing} />
  }
}

/** Where the venue is shown, which another feature tells. */
export const PlacesTab = ({ id, onChanged }: { id: string; onChanged: () => void }) => (
  <div role="tabpanel" aria-labelledby="tab-places">
    <Slot name="shown" id={id} timeZone={undefined} onChanged={onChanged} fallback={<RowsSkeleton />} />
  </div>
)
