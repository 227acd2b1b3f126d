import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import type { Column } from '#src/kit/list/columns.ts'
import { countryName } from '#src/kit/format.ts'
import { Tag } from '#src/kit/Tag.tsx'
import type { useT } from './use-t.ts'

type T = ReturnType<typeof useT>
const dash = '–'

export const ArchivedTag = ({ t }: { t: T }) => <Tag tone="warning">{t('archived')}</Tag>
const StateTag = ({ venue: { active, archivedAt }, t }: { venue: Venue; t: T }) =>
  archivedAt === null ? <Tag tone={active ? 'success' : 'neutral'}>{t(active ? 'active' : 'inactive')}</Tag> : <ArchivedTag t={t} />
/** Beside the name only where it is one: among a hundred real ones it has to be seen, and nowhere else. */
export const TestTag = ({ t }: { t: T }) => <Tag tone="neutral">{t('test')}</Tag>
const Name = ({ venue: { name, test }, t }: { venue: Venue; t: T }) => (
  <>
    <strong>{name}</strong>
    {test ? (
      <>
        {' '}
        <TestTag t={t} />
      </>
    ) : null}
  </>
)
const mark = (on: boolean, t: T) => (on ? t('yes') : dash)

/** The columns of the list; those marked extra are off until somebody wants them. */
export const venueColumns = (t: T): Column<Venue>[] => [
  {
    id: 'name',
    title: t('name'),
    width: 'minmax(170px, 2.2fr)',
    cell: (venue) => <Name venue={venue} t={t} />,
    sort: 'name',
    always: true,
  },
  { id: 'externalId', title: t('externalId'), width: 'minmax(90px, 0.8fr)', cell: ({ externalId }) => externalId ?? dash, from: 900 },
  { id: 'city', title: t('city'), width: 'minmax(110px, 1fr)', cell: ({ city }) => city ?? dash, sort: 'city' },
  { id: 'country', title: t('country'), width: 'minmax(100px, 1fr)', cell: ({ countryCode }) => countryName(countryCode), from: 720 },
  { id: 'system', title: t('system'), width: 'minmax(110px, 1fr)', cell: ({ systemName }) => systemName ?? dash, from: 820 },
  { id: 'active', title: t('state'), width: '104px', cell: (venue) => <StateTag venue={venue} t={t} /> },
  {
    id: 'channels',
    title: t('channels.live'),
    width: '84px',
    cell: ({ activeChannels }) => activeChannels ?? dash,
    align: 'end',
    from: 640,
  },
  { id: 'covers', title: t('covers'), width: '84px', cell: (venue) => `${venue.minCovers}–${venue.maxCovers}`, align: 'end', from: 1000 },
  { id: 'address', title: t('address'), width: 'minmax(140px, 1.4fr)', cell: ({ address }) => address ?? dash, extra: true },
  { id: 'phone', title: t('phoneNumber'), width: 'minmax(120px, 1fr)', cell: ({ phoneNumber }) => phoneNumber ?? dash, extra: true },
  { id: 'timezone', title: t('timezone'), width: 'minmax(120px, 1fr)', cell: ({ timezone }) => timezone, extra: true },
  { id: 'currency', title: t('currency'), width: '84px', cell: ({ currency }) => currency, extra: true },
  { id: 'tripadvisor', title: t('tripadvisorId'), width: '120px', cell: ({ tripadvisorId }) => tripadvisorId ?? dash, extra: true },
  { id: 'listing', title: t('tab.listing'), width: '84px', cell: ({ listingEnabled }) => mark(listingEnabled, t), extra: true },
  { id: 'meta', title: t('meta'), width: '84px', cell: ({ metaEnabled }) => mark(metaEnabled, t), extra: true },
  { id: 'sdk', title: t('sdkAccess'), width: '84px', cell: ({ sdkAccess }) => mark(sdkAccess, t), extra: true },
]

export const placeOf = ({ city, countryCode }: Venue): string => [city, countryCode].filter(Boolean).join(', ')

/** A venue where there is no room for columns. */
export const venueCard = (t: T) => (venue: Venue) => (
  <>
    <span>
      <Name venue={venue} t={t} />
    </span>
    <span style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}>
      {placeOf(venue)}
      <StateTag venue={venue} t={t} />
    </span>
  </>
)
