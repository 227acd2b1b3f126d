import { mdiBellOutline, mdiCheckAll, mdiCogOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import type { Notification } from '@tablewire/contracts/operations/notifications'
import { useNavigate } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { NotificationItem } from './NotificationItem.tsx'
import { useNotificationPages, useReading } from './use-notifications.ts'
import { useT } from './use-t.ts'

const Sheet = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  width: 'min(420px, calc(100vw - 34px))',
  height: 'min(640px, calc(100dvh - 96px))',
  '& > header': { padding: '12px 8px 8px 16px', borderBottom: `1px solid ${theme.vars.palette.divider}` },
  '& .top': { display: 'flex', alignItems: 'center', gap: 2, '& > h2': { ...theme.typography.h2, flex: 1, margin: 0, outline: 'none' } },
  '& .filter': { display: 'inline-flex', gap: 4, marginTop: 6, padding: 0, border: 0 },
  '& .filter > button': {
    minHeight: 30,
    padding: '3px 12px',
    border: 0,
    borderRadius: 15,
    background: 'none',
    color: theme.vars.palette.text.secondary,
    font: 'inherit',
    fontSize: '0.8125rem',
    fontWeight: 600,
    cursor: 'pointer',
    '@media (pointer: coarse)': { minHeight: 40, borderRadius: 20 },
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
    '&[aria-pressed="true"]': { backgroundColor: theme.vars.palette.accent.soft, color: theme.vars.palette.accent.text },
  },
  '& > .body': { flex: 1, minHeight: 0, overflowY: 'auto' },
  '& ul': { listStyle: 'none', margin: 0, padding: 0 },
  '& .more': { padding: 12, textAlign: 'center' },
}))
const Ghost = styled('div')({
  display: 'grid',
  gridTemplateColumns: '34px 1fr',
  columnGap: 12,
  padding: '14px 16px',
  '& > div': { display: 'grid', gap: 8 },
})

/** Arrows go from one notification to the next. */
const step = (event: KeyboardEvent<HTMLElement>): void => {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (!by) return
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-item]')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  const next = items[at === -1 ? 0 : at + by]
  if (!next) return
  event.preventDefault()
  next.focus()
}

type NotificationPanelProps = { titleId: string; onClose: () => void }

export const NotificationPanel = ({ titleId, onClose }: NotificationPanelProps) => {
  const t = useT()
  const navigate = useNavigate()
  const maySet = useAbility().can('read', 'settings-notifications')
  const [unreadOnly, setUnreadOnly] = useState(false)
  const pages = useNotificationPages(unreadOnly)
  const { read, readAll } = useReading()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => title.current?.focus(), [])
  const rows = pages.data?.pages.flatMap(({ data }) => data) ?? []
  const newest = rows[0]
  const goTo = (link: string): void => {
    onClose()
    void navigate({ href: link })
  }
  const open = (one: Notification): void => {
    read(one)
    goTo(one.link)
  }
  return (
    <Sheet onKeyDown={step}>
      <header>
        <div className="top">
          <h2 id={titleId} ref={title} tabIndex={-1}>
            {t('title')}
          </h2>
          <IconButton
            aria-label={t('panel.readAll')}
            title={t('panel.readAll')}
            disabled={!rows.some(({ readAt }) => readAt === null)}
            onClick={() => newest && readAll(newest.at)}
          >
            <Icon path={mdiCheckAll} />
          </IconButton>
          {maySet ? (
            <IconButton aria-label={t('panel.settings')} title={t('panel.settings')} onClick={() => goTo('/settings/notifications')}>
              <Icon path={mdiCogOutline} />
            </IconButton>
          ) : null}
        </div>
        <div className="filter">
          {[false, true].map((only) => (
            <button key={String(only)} type="button" aria-pressed={unreadOnly === only} onClick={() => setUnreadOnly(only)}>
              {t(only ? 'panel.unread' : 'panel.all')}
            </button>
          ))}
        </div>
      </header>
      <div className="body">
        {pages.isPending ? <Loading /> : null}
        {pages.isError && rows.length === 0 ? <ErrorState error={pages.error} onRetry={() => void pages.refetch()} /> : null}
        {pages.isSuccess && rows.length === 0 ? (
          <EmptyState
            icon={mdiBellOutline}
            title={t(unreadOnly ? 'emptyUnread.title' : 'empty.title')}
            hint={t(unreadOnly ? 'emptyUnread.hint' : 'empty.hint')}
          />
        ) : null}
        {rows.length > 0 ? (
          <ul aria-label={t('panel.list')}>
            {rows.map((one) => (
              <li key={one.id}>
                <NotificationItem notification={one} onOpen={open} />
              </li>
            ))}
          </ul>
        ) : null}
        {pages.hasNextPage ? (
          <div className="more">
            <Button onClick={() => void pages.fetchNextPage()} loading={pages.isFetchingNextPage}>
              {t('panel.more')}
            </Button>
          </div>
        ) : null}
      </div>
    </Sheet>
  )
}

const Loading = () => (
  <div aria-busy="true">
    {['60%', '48%', '66%', '54%', '40%'].map((width) => (
      <Ghost key={width} aria-hidden="true">
        <Skeleton width={34} height={34} />
        <div>
          <Skeleton width={width} />
          <Skeleton width="84%" />
        </div>
      </Ghost>
    ))}
  </div>
)
