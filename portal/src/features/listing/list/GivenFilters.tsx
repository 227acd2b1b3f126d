import type { CopyState } from '@tablewire/contracts/listing/copies'
import { useCompanyName, useGroupName, useVenueName } from '#src/api/finds.ts'
import { useSession } from '#src/api/session.ts'
import { areaPhrases } from '#src/i18n/phrases.ts'
import { FilterChip } from '#src/kit/FilterChip.tsx'
import type { UrlSearch } from '#src/kit/url-search.ts'
import { useT } from '../use-t.ts'

/** Where the address has them, beside those that have a field of their own, and what the server calls each. */
const givenNames = {
  venue: 'venueId',
  company: 'companyId',
  brand: 'groupId',
  test: 'test',
  minScore: 'minScore',
  maxScore: 'maxScore',
  channel: 'channelId',
  shown: 'shown',
} as const
export const givenFilters = Object.keys(givenNames)
export const givenOf = (address: UrlSearch): Record<string, string> =>
  Object.fromEntries(Object.entries(givenNames).flatMap(([name, filter]) => (address[name] ? [[filter, address[name]]] : [])))

type Off = Record<string, undefined>
/** How a channel shows a venue, in the words of the page that tells it. */
const useShownWords = areaPhrases<Record<`state.${CopyState}`, string>>('listing-copies')

const useVenues = (ids: string | undefined): string => {
  const t = useT()
  const one = useVenueName(ids?.includes(',') ? undefined : ids)
  return ids?.includes(',') ? t('given.venues', { count: ids.split(',').length }) : (one ?? '')
}

/** What an address brings that has no field of its own, as that of the figures does: each can be seen, and taken off. */
export const GivenFilters = ({ address, onChange }: { address: UrlSearch; onChange: (off: Off) => void }) => {
  const t = useT()
  const say = useShownWords()
  const { bookingChannels } = useSession()
  const { minScore = '0', maxScore = '100', channel, shown } = address
  const [venues, company, brand] = [useVenues(address['venue']), useCompanyName(address['company']), useGroupName(address['brand'])]
  const channels = bookingChannels.filter(({ id }) => channel?.split(',').includes(id)).map(({ name }) => name)
  const at = channel ? channels.join(', ') || t('given.channel') : ''
  const how = (shown?.split(',') ?? []).map((state) => say(`state.${state as CopyState}`)).join(', ')
  const scored = minScore === maxScore ? `${minScore} %` : t('given.score', { from: minScore, to: maxScore })
  const chips: { text: string; off: Off }[] = [
    { text: venues, off: { venue: undefined } },
    { text: company, off: { company: undefined } },
    { text: brand, off: { brand: undefined } },
    { text: address['minScore'] || address['maxScore'] ? scored : '', off: { minScore: undefined, maxScore: undefined } },
    { text: [at, how].filter(Boolean).join(': '), off: { channel: undefined, shown: undefined } },
    { text: address['test'] ? t('given.counted') : '', off: { test: undefined } },
  ]
  return chips
    .filter(({ text }) => text !== '')
    .map(({ text, off }) => (
      <FilterChip key={text} text={text} label={t('given.remove', { filter: text })} onRemove={() => onChange(off)} />
    ))
}
