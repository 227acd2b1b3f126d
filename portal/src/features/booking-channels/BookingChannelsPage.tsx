import { useUrlSearch } from '#src/kit/url-search.ts'
import { ChannelList } from './ChannelList.tsx'
import { CreateChannel } from './CreateChannel.tsx'
import { EditChannel } from './EditChannel.tsx'

/** CH2: the booking channels of the platform: all of them, or one with everything that belongs to it. */
export const BookingChannelsPage = () => {
  const [{ id }, setSearch] = useUrlSearch()
  const show = (next: string | undefined): void => setSearch({ id: next, tab: undefined }, { push: true })
  if (id === 'new') return <CreateChannel onLeave={show} />
  if (id !== undefined) return <EditChannel key={id} id={id} onLeave={() => show(undefined)} />
  return <ChannelList onOpen={show} />
}
