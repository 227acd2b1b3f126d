import { useCompanyName, useGroupName } from '#src/api/finds.ts'
import { useSession } from '#src/api/session.ts'
import { FilterChip } from '#src/kit/FilterChip.tsx'
import type { UrlSearch } from '#src/kit/url-search.ts'
import { useT } from './use-t.ts'

type Off = Record<string, undefined>

/** What an address brings that has no field of its own, as that of the figures does: each can be seen, and taken off. */
export const GivenFilters = ({ address, onChange }: { address: UrlSearch; onChange: (off: Off) => void }) => {
  const t = useT()
  const { bookingChannels } = useSession()
  const { channel, test, venue } = address
  const [company, brand] = [useCompanyName(address['company']), useGroupName(address['brand'])]
  const channels = bookingChannels.filter(({ id }) => channel?.split(',').includes(id)).map(({ name }) => name)
  const chips: { text: string; off: Off }[] = [
    { text: venue?.includes(',') ? t('given.venues', { count: venue.split(',').length }) : '', off: { venue: undefined } },
    { text: channel ? channels.join(', ') || t('given.channel') : '', off: { channel: undefined } },
    { text: company, off: { company: undefined } },
    { text: brand, off: { brand: undefined } },
    { text: test ? t('given.counted') : '', off: { test: undefined } },
  ]
  return chips
    .filter(({ text }) => text !== '')
    .map(({ text, off }) => (
      <FilterChip key={text} text={text} label={t('given.remove', { filter: text })} onRemove={() => onChange(off)} />
    ))
}
