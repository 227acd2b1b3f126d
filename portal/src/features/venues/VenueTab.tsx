import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import type { Control } from 'react-hook-form'
import { ChannelsTab } from './ChannelsTab.tsx'
import { ConnectTab } from './ConnectTab.tsx'
import { FtpTab, IntegrationTab, ReleaseTab, RwgTab } from './ConnectionTabs.tsx'
import { AtGoogle } from './google/AtGoogle.tsx'
import { DetailsTab } from './DetailsTab.tsx'
import { EmailTab } from './EmailTab.tsx'
import { ConfirmationTab, HubTab } from './GuestTabs.tsx'
import { ListingTab, MetaTab } from './LicenceTabs.tsx'
import { PosTables } from './PosTables.tsx'
import type { Tab, VenueForm } from './venue-form.ts'
import { WebsiteTab } from './website/WebsiteTab.tsx'

type Props = {
  tab: Tab
  /** Fields of other tabs are there as well; what has to be asked for is not. */
  isShown: boolean
  control: Control<VenueForm>
  venue: VenueDetail
  onChanged: (venue: VenueDetail) => void
}

/** The part of a venue that its tab names. */
export const VenueTab = ({ tab, isShown, control, venue, onChanged }: Props) => {
  const part = { control, venue }
  switch (tab) {
    case 'details':
      return <DetailsTab {...part} />
    case 'channels':
      return <ConnectTab venueId={venue.id} />
    case 'connected':
      return <ChannelsTab venueId={venue.id} />
    case 'website':
      return <WebsiteTab venueId={venue.id} />
    case 'integration':
      return (
        <>
          <IntegrationTab {...part} />
          <PosTables venueId={venue.id} />
        </>
      )
    case 'hub':
      return <HubTab {...part} />
    case 'email':
      return <EmailTab control={control} venue={venue} />
    case 'confirmation':
      return <ConfirmationTab control={control} />
    case 'meta':
      return <MetaTab {...part} onChanged={onChanged} />
    case 'rwg':
      return (
        <>
          <RwgTab {...part} />
          {isShown ? <AtGoogle venueId={venue.id} timeZone={venue.timezone} /> : null}
        </>
      )
    case 'listing':
      return <ListingTab venue={venue} onChanged={onChanged} />
    case 'release':
      return <ReleaseTab {...part} />
    case 'ftp':
      return <FtpTab {...part} />
  }
}
