import { mdiBullhornOutline, mdiWeb } from '@mdi/js'
import type { BookingCampaign, BookingPage, BookingSite } from '@tablewire/contracts/channels/booking-page'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { useT } from '../use-t.ts'

const Site = ({ site, now }: { site: BookingSite; now: string }) => {
  const t = useT()
  const { host, path, loader, lastSeenAt, bookings, allowed } = site
  return (
    <ListItem
      icon={<Icon path={mdiWeb} />}
      title={
        <>
          <span>{host.replace(/^https:\/\//, '') + (path === '/' ? '' : path)}</span>
          {allowed ? null : <Tag tone="warning">{t('sites.notAllowed')}</Tag>}
          {loader !== null && loader !== now ? <Tag tone="neutral">{t('sites.loader', { version: loader })}</Tag> : null}
        </>
      }
      text={`${t('sites.seen', { at: formatInstant(lastSeenAt) })} · ${t('sites.bookings', { count: bookings })}`}
    />
  )
}

/** Source first, as tools that count campaigns write it. */
const Campaign = ({ campaign: { source, medium, campaign, bookings } }: { campaign: BookingCampaign }) => {
  const t = useT()
  return (
    <ListItem
      icon={<Icon path={mdiBullhornOutline} />}
      title={<span style={{ overflowWrap: 'anywhere' }}>{campaign ?? source ?? medium}</span>}
      text={[
        ...(campaign === null ? [] : [source]),
        ...(source === null && campaign === null ? [] : [medium]),
        t('sites.bookings', { count: bookings }),
      ]
        .filter((part) => part !== null)
        .join(' · ')}
    />
  )
}

/** Where guests opened the booking page, and what came of it. */
export const SiteList = ({ page: { sites, bookings, campaigns, loader } }: { page: BookingPage }) => {
  const t = useT()
  return (
    <FormSection title={t('section.sites')} hint={t('section.sites.hint')}>
      {sites.length === 0 ? <EmptyState icon={mdiWeb} title={t('sites.none')} hint={t('sites.none.hint')} /> : null}
      {sites.length > 0 ? (
        <ItemList>
          {sites.map((site) => (
            <Site key={`${site.host}${site.path}`} site={site} now={loader} />
          ))}
        </ItemList>
      ) : null}
      <p style={{ marginBlock: '12px 0', fontSize: '0.875rem' }}>
        {t('sites.onSites', { count: bookings.sites })} {t('sites.onPage', { count: bookings.page })}
      </p>
      {campaigns.length > 0 ? (
        <>
          <h3 style={{ margin: '16px 0 8px', fontSize: '0.875rem' }}>{t('sites.campaigns')}</h3>
          <ItemList>
            {campaigns.map((one) => (
              <Campaign key={JSON.stringify([one.source, one.medium, one.campaign])} campaign={one} />
            ))}
          </ItemList>
        </>
      ) : null}
    </FormSection>
  )
}
