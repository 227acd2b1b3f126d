import { mdiMapMarkerOutline } from '@mdi/js'
import { type BookingEntry, bookingPage } from '@tablewire/contracts/channels/booking-page'
import { useNavigate } from '@tanstack/react-router'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { BackButton } from '#src/kit/BackButton.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { OpeningPage } from '#src/kit/OpeningPage.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useT } from '../use-t.ts'
import { SnippetMaker } from './SnippetMaker.tsx'

/** Where each is kept otherwise. */
const homes = {
  company: ['/companies', 'read', 'companies'],
  group: ['/groups', 'read', 'groups'],
  brand: ['/brands', 'read', 'brands'],
  channel: ['/booking-channels', 'read', 'webhooks'],
} as const

const Houses = ({ houses, total }: Pick<BookingEntry, 'houses' | 'total'>) => {
  const t = useT()
  return (
    <FormSection title={t('entry.houses')} hint={t('entry.houses.hint')}>
      {houses.length === 0 ? <EmptyState icon={mdiMapMarkerOutline} title={t('website.none')} hint={t('entry.none')} /> : null}
      {houses.length > 0 ? (
        <ItemList aria-label={t('entry.houses')}>
          {houses.map(({ venueId, name, city, own }) => (
            <ListItem
              key={venueId}
              icon={<Icon path={mdiMapMarkerOutline} />}
              title={
                <>
                  <span>{name}</span>
                  {own ? null : <Tag tone="neutral">{t('entry.away')}</Tag>}
                </>
              }
              text={city ?? ''}
            />
          ))}
        </ItemList>
      ) : null}
      {total > houses.length ? (
        <p style={{ marginBlock: '12px 0', fontSize: '0.875rem' }}>{t('entry.more', { count: total - houses.length })}</p>
      ) : null}
    </FormSection>
  )
}

/** WI1: the booking page of a company, group, brand or channel: its guests choose a restaurant first. */
export const BookingEntryPage = () => {
  const t = useT()
  const [{ id }] = useUrlSearch()
  return id ? (
    <Entry key={id} id={id} />
  ) : (
    <>
      <PageTitle title={t('section.website')} hint={t('entry.hint')} />
      <EmptyState icon={mdiMapMarkerOutline} title={t('entry.choose')} hint={t('entry.choose.hint')} />
    </>
  )
}

const Entry = ({ id }: { id: string }) => {
  const t = useT()
  const navigate = useNavigate()
  const ability = useAbility()
  const query = useEndpoint(bookingPage.entry, { params: { id } }, { staleTime: 0 })
  if (!query.data)
    return (
      <OpeningPage
        title={t('section.website')}
        back={t('entry.back')}
        onBack={() => void navigate({ to: '/channel-management' } as never)}
        query={query}
      />
    )
  const { name, kind, houses, total } = query.data
  const [to, action, subject] = homes[kind]
  const back = ability.can(action, subject) ? (
    <BackButton onClick={() => void navigate({ to, search: { id } } as never)}>{t(`entry.back.${kind}`)}</BackButton>
  ) : null
  return (
    <>
      <PageTitle title={name} back={back} hint={t('entry.hint')} />
      {houses.length > 0 ? (
        <SnippetMaker
          id={id}
          // A channel's own page is that of this channel.
          page={kind === 'channel' ? { ...query.data, channels: [] } : query.data}
          unnamed={t('entry.channel.any')}
        />
      ) : null}
      <Houses houses={houses} total={total} />
    </>
  )
}
