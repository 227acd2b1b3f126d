import { useAbility } from '#src/api/ability.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { ChannelList } from './ChannelList.tsx'
import { CreateChannel } from './CreateChannel.tsx'
import { EditChannel } from './EditChannel.tsx'
import { OwnChannels } from './OwnChannels.tsx'

/** CH2: the booking channels of the platform: all of them, or one with everything that belongs to it. A channel's own people get their part of it. */
export const BookingChannelsPage = () => {
  const [{ id }, setSearch] = useUrlSearch()
  const show = (next: string | undefined): void => setSearch({ id: next, tab: undefined }, { push: true })
  if (!useAbility().can('read', 'booking-channels')) return <OwnChannels />
  if (id === 'new') return <CreateChannel onLeave={show} />
  if (id !== undefined) return <EditChannel key={id} id={id} onLeave={() => show(undefined)} />
  return <ChannelList onOpen={show} />
}
