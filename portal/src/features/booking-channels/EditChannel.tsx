import Button from '@mui/material/Button'
import type { ChannelDetail } from '@tablewire/contracts/channels/channel-objects'
import { channels } from '@tablewire/contracts/channels/channels'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { OpeningPage } from '#src/kit/OpeningPage.tsx'
import { BackButton } from '#src/kit/BackButton.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { PageTabs } from '#src/kit/Tabs.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { type Tab, tabs } from './channel-form.ts'
import { ChannelEditor } from './ChannelEditor.tsx'
import { ChannelKeys } from './ChannelKeys.tsx'
import { ChannelUsers } from './ChannelUsers.tsx'
import { ChannelVenues } from './ChannelVenues.tsx'
import { ChannelWebhooks } from './ChannelWebhooks.tsx'
import { useT } from './use-t.ts'

/** One channel in its parts; which of them shows stands in the address. */
export const EditChannel = ({ id, onLeave }: { id: string; onLeave: () => void }) => {
  const t = useT()
  // What is being edited must not change under the hands of whoever edits it: a save says when it is old.
  const query = useEndpoint(
    channels.get,
    { params: { id }, query: { mode: 'max' } },
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  if (query.data) return <Opened opened={query.data} onLeave={onLeave} />
  return <OpeningPage title={t('title')} back={t('back')} onBack={onLeave} query={query} />
}

const Opened = ({ opened, onLeave }: { opened: ChannelDetail; onLeave: () => void }) => {
  const t = useT()
  const [search, setSearch] = useUrlSearch()
  const [channel, setChannel] = useState(opened)
  const tab: Tab = tabs.find((one) => one === search['tab']) ?? 'details'
  const show = (next: Tab): void =>
    setSearch({
      tab: next === 'details' ? undefined : next,
      q: undefined,
      linked: undefined,
      state: undefined,
      endpoint: undefined,
      to: undefined,
    })
  const own: Partial<Record<Tab, ReactNode>> = {
    keys: <ChannelKeys channel={channel} />,
    venues: <ChannelVenues channelId={channel.id} />,
    webhooks: <ChannelWebhooks channelId={channel.id} />,
    users: <ChannelUsers channelId={channel.id} />,
  }
  return (
    <>
      <PageTitle
        back={<BackButton onClick={onLeave}>{t('back')}</BackButton>}
        title={channel.name}
        hint={
          <>
            {t(`type.${channel.type}`)} ·{' '}
            <Tag tone={channel.active ? 'success' : 'neutral'}>{t(channel.active ? 'active' : 'inactive')}</Tag>
          </>
        }
        actions={
          channel.type === 'widget' && channel.active ? (
            <Button variant="outlined" component={Link} to="/booking-pages" search={{ id: channel.id } as never}>
              {t('booking.open')}
            </Button>
          ) : null
        }
      />
      <PageTabs label={t('tabs')} tabs={tabs.map((one) => ({ id: one, label: t(`tab.${one}`) }))} value={tab} onChange={show} />
      <div role="tabpanel" aria-labelledby={`tab-${tab}`}>
        {own[tab]}
        {/* What was typed on one tab stays while another shows. */}
        <div hidden={own[tab] !== undefined}>
          <ChannelEditor channel={channel} onSaved={setChannel} tab={tab} onTab={show} onDeleted={onLeave} />
        </div>
      </div>
    </>
  )
}
