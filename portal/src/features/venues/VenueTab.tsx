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
import { loadPhrases } from '#src/i18n/phrases.ts'
import { lazyWithRetry } from '#src/kit/lazy-with-retry.tsx'
import type { Tab, VenueForm } from './venue-form.ts'
import { WebsiteTab } from './website/WebsiteTab.tsx'

/** With words of its own, brought when it is looked at. */
const TablesTab = lazyWithRetry(async () => {
  const [module] = await Promise.all([import('./tables/TablesTab.tsx'), loadPhrases('venues/tables'), loadPhrases('venues/floor')])
  return module.TablesTab
})

const TabletsTab = lazyWithRetry(async () => {
  const [module] = await Promise.all([import('./tablets/TabletsTab.tsx'), loadPhrases('venues/tablets')])
  return module.TabletsTab
})

type Props = {
  tab: Tab
  control: Control<VenueForm>
  venue: VenueDetail
  onChanged: (venue: VenueDetail) => void
}

/** Parts that read and save by themselves. */
const ofVenue = { channels: ConnectTab, connected: ChannelsTab, website: WebsiteTab, tables: TablesTab, tablets: TabletsTab }
const isOfVenue = (tab: Tab): tab is keyof typeof ofVenue => tab in ofVenue

/** The part of a venue that its tab names. */
export const VenueTab = ({ tab, control, venue, onChanged }: Props) => {
  const part = { control, venue }
  if (isOfVenue(tab)) {
    const Part = ofVenue[tab]
    return <Part venueId={venue.id} />
  }
  switch (tab) {
    case 'details':
      return <DetailsTab {...part} />
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
      return <RwgTab {...part} />
    case 'listing':
      return <ListingTab venue={venue} onChanged={onChanged} />
    case 'release':
      return <ReleaseTab {...part} />
    case 'ftp':
      return <FtpTab {...part} />
  }
}

/** What stands beside the fields of a part: also for whoever may not change them. */
export const BesideForm = ({ tab, venue }: { tab: Tab; venue: VenueDetail }) =>
  tab === 'rwg' ? <AtGoogle venueId={venue.id} timeZone={venue.timezone} /> : null
