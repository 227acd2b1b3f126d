import { mdiMapMarkerCheckOutline, mdiMapMarkerQuestionOutline, mdiStoreSearchOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { type GoogleMatch, googleLaunch, googleMatches, type GoogleMerchant } from '@tablewire/contracts/google/google-launch'
import { useState } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatInstant, formatList, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { LinkButton } from '#src/kit/LinkButton.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useSettled } from '#src/kit/use-settled.ts'
import { useT } from '../use-t.ts'

const tones = { matched: 'success', unmatched: 'warning', unknown: 'danger', unasked: 'neutral' } as const
const settleMs = 250
const pageSize = 25
/** Beyond that, somebody searches. */
const mostShown = 200

const Restaurant = ({ merchant }: { merchant: GoogleMerchant }) => {
  const t = useT()
  const { venueId, name, city, match, placeName, missing, lastLookupAt, lastBookingAt, leavingSince } = merchant
  const facts = [
    city,
    ...(placeName && placeName !== name ? [t('merchant.place', { name: placeName })] : []),
    ...(leavingSince ? [t('merchant.leaving', { at: formatInstant(leavingSince) })] : []),
    ...(lastLookupAt ? [t('merchant.lookup', { at: formatInstant(lastLookupAt) })] : []),
    ...(lastBookingAt ? [t('merchant.booking', { at: formatInstant(lastBookingAt) })] : []),
  ].filter((one) => one !== null && one !== '')
  return (
    <ListItem
      icon={<Icon path={match === 'matched' ? mdiMapMarkerCheckOutline : mdiMapMarkerQuestionOutline} />}
      title={
        <>
          {name}
          <Tag tone={tones[match]}>{t(`match.${match}`)}</Tag>
          {missing.length === 0 && match === 'matched' ? <Tag tone="success">{t('merchant.ready')}</Tag> : null}
        </>
      }
      text={
        <>
          {facts.join(' · ')}
          {missing.length > 0 ? (
            <>
              {facts.length > 0 ? <br /> : null}
              {t('merchant.missing', { what: formatList(missing.map((one) => t(`missing.${one}`))) })}
            </>
          ) : null}
        </>
      }
      acts={
        <LinkButton to="/venues" search={{ id: venueId, tab: 'rwg' }} of={name}>
          {t('open')}
        </LinkButton>
      }
    />
  )
}

const None = ({ isFiltered }: { isFiltered: boolean }) => {
  const t = useT()
  return (
    <EmptyState
      icon={mdiStoreSearchOutline}
      title={t(isFiltered ? 'restaurants.noneFound' : 'restaurants.none')}
      hint={t(isFiltered ? 'restaurants.noneFound.hint' : 'restaurants.none.hint')}
    />
  )
}

/** How many more there are than are shown. */
const More = ({ total, limit, onMore }: { total: number; limit: number; onMore: () => void }) => {
  const t = useT()
  if (total <= limit) return null
  if (limit < mostShown) return <Button onClick={onMore}>{t('feeds.more')}</Button>
  return <p>{t('restaurants.tooMany', { number: formatNumber(mostShown) })}</p>
}

type FilterProps = { search: string; onSearch: (text: string) => void; match: GoogleMatch | ''; onMatch: (match: GoogleMatch | '') => void }
const Filter = ({ search, onSearch, match, onMatch }: FilterProps) => {
  const t = useT()
  return (
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 12, marginBlockEnd: 16 }}>
      <TextField
        type="search"
        label={t('restaurants.search')}
        value={search}
        onChange={({ target }) => onSearch(target.value)}
        slotProps={{ htmlInput: { maxLength: 80 } }}
        sx={{ flex: '1 1 220px' }}
      />
      <TextField
        select
        label={t('restaurants.match')}
        value={match}
        onChange={({ target }) => onMatch(target.value as GoogleMatch | '')}
        sx={{ flex: '0 1 240px' }}
      >
        <option value="">{t('restaurants.all')}</option>
        {googleMatches.map((one) => (
          <option key={one} value={one}>
            {t(`match.${one}`)}
          </option>
        ))}
      </TextField>
    </div>
  )
}

/** GO1: the restaurants of an account: whether Google found them, and what each lacks before it may be booked there. */
export const Restaurants = ({ accountId }: { accountId: string }) => {
  const t = useT()
  const [search, setSearch] = useState('')
  const [match, setMatch] = useState<GoogleMatch | ''>('')
  const [limit, setLimit] = useState(pageSize)
  const asked = useSettled(search.trim(), settleMs)
  const filters = { ...(asked ? { search: asked } : {}), ...(match ? { match: [match] } : {}) }
  const query = useEndpoint(googleLaunch.merchants, { params: { id: accountId }, query: { limit, filters } }, keepRows)
  const { data } = query
  return (
    <FormSection
      title={t('restaurants.title')}
      hint={data ? t('restaurants.hint', { count: data.total, number: formatNumber(data.total) }) : t('restaurants.hint.none')}
    >
      <Filter search={search} onSearch={setSearch} match={match} onMatch={setMatch} />
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      {query.isPending ? <RowsSkeleton /> : null}
      {data?.total === 0 ? <None isFiltered={asked !== '' || match !== ''} /> : null}
      {data?.total ? (
        <ItemList aria-label={t('restaurants.title')}>
          {data.data.map((merchant) => (
            <Restaurant key={merchant.venueId} merchant={merchant} />
          ))}
        </ItemList>
      ) : null}
      <More total={data?.total ?? 0} limit={limit} onMore={() => setLimit(mostShown)} />
    </FormSection>
  )
}
