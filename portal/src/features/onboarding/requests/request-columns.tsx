import { styled } from '@mui/material/styles'
import type { OnboardingSummary } from '@tablewire/contracts/onboarding/onboarding'
import { isOpen, type OnboardingStatus } from '@tablewire/contracts/onboarding/onboarding.rules'
import { useMemo } from 'react'
import { formatDayOf } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { useNow } from '#src/kit/use-now.ts'
import { useUnreadMessages } from '../messages/use-unread-messages.ts'
import { useT } from '../use-t.ts'

type T = ReturnType<typeof useT>
const tones: Readonly<Record<OnboardingStatus, Tone>> = {
  rms_activation: 'info',
  restaurant_activation: 'violet',
  bc_activation: 'teal',
  live: 'success',
  rejected: 'danger',
  canceled: 'neutral',
}

const Line = styled('span')({ display: 'block', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
const Phone = styled('span')(({ theme }) => ({
  display: 'grid',
  gap: 1,
  lineHeight: 1.3,
  minWidth: 0,
  '& > small': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', color: theme.vars.palette.text.secondary },
}))

/** How much of what the sides wrote is new to the reader. */
const Unread = ({ count }: { count: number | undefined }) => {
  const t = useT()
  return count ? <Badge title={t('m.unread', { count })}>{count > 99 ? '99+' : count}</Badge> : null
}
const Badge = styled('span')(({ theme }) => ({
  flex: 'none',
  minWidth: 18,
  paddingInline: 5,
  borderRadius: 9,
  backgroundColor: theme.vars.palette.primary.main,
  color: theme.vars.palette.primary.contrastText,
  fontSize: '0.6875rem',
  fontWeight: 600,
  lineHeight: '18px',
  textAlign: 'center',
}))
const WithUnread = styled('span')({ display: 'flex', alignItems: 'center', gap: 6, minWidth: 0 })
type Counts = ReadonlyMap<string, number>
export const useUnreadCounts = (): Counts => {
  const { data } = useUnreadMessages()
  return useMemo(() => new Map(data?.requests.map(({ id, unread }) => [id, unread])), [data])
}

/** In its own words where it is the reader's turn. */
export const StateTag = ({ status, pendingOnMe }: Pick<OnboardingSummary, 'status' | 'pendingOnMe'>) => {
  const t = useT()
  return <Tag tone={pendingOnMe ? 'warning' : tones[status]}>{t(pendingOnMe ? 'r.mine' : `r.s.${status}`)}</Tag>
}

/** For how long it has waited; of what is over, since when it is. */
export const ageInWords = (t: T, { status, statusSince }: Pick<OnboardingSummary, 'status' | 'statusSince'>, now: number): string => {
  if (!isOpen(status)) return formatDayOf(statusSince)
  const days = Math.max(0, Math.floor((now - Date.parse(statusSince)) / 86_400_000))
  return days === 0 ? t('r.age.today') : t('r.age', { count: days })
}

const partiesOf = ({ system, channel }: OnboardingSummary): string => `${system.name} → ${channel.name}`

const unreadInWords = (t: T, count: number | undefined): string[] => (count ? [t('m.unread', { count })] : [])

type Shown = { now: number; unread: Counts }
export const rowInWords = (t: T, row: OnboardingSummary, { now, unread }: Shown): string =>
  [
    row.venueName,
    partiesOf(row),
    t(row.pendingOnMe ? 'r.mine' : `r.s.${row.status}`),
    ageInWords(t, row, now),
    ...unreadInWords(t, unread.get(row.id)),
  ].join(', ')

export const phoneRow =
  (t: T, { now, unread }: Shown) =>
  (row: OnboardingSummary) => (
    <Phone>
      <WithUnread>
        <Line>{row.venueName}</Line>
        <Unread count={unread.get(row.id)} />
      </WithUnread>
      <small>{partiesOf(row)}</small>
      <small>
        {t(row.pendingOnMe ? 'r.mine' : `r.s.${row.status}`)} · {ageInWords(t, row, now)}
      </small>
    </Phone>
  )

export const useRequestColumns = (unread: Counts): Column<OnboardingSummary>[] => {
  const t = useT()
  const now = useNow()
  return useMemo(
    () => [
      {
        id: 'venue',
        title: t('r.c.venue'),
        width: 'minmax(130px, 1.8fr)',
        always: true,
        cell: ({ id, venueName }) => (
          <WithUnread>
            <Line>{venueName}</Line>
            <Unread count={unread.get(id)} />
          </WithUnread>
        ),
      },
      {
        id: 'address',
        title: t('r.c.address'),
        width: 'minmax(110px, 1.2fr)',
        from: 1060,
        cell: ({ venueAddress }) => <Line className="quiet">{venueAddress || '–'}</Line>,
      },
      {
        id: 'system',
        title: t('r.c.system.short'),
        width: 'minmax(112px, 1.7fr)',
        from: 760,
        cell: ({ system }) => <Line>{system.name}</Line>,
      },
      {
        id: 'channel',
        title: t('r.c.channel.short'),
        width: 'minmax(112px, 1.7fr)',
        from: 620,
        cell: ({ channel }) => <Line>{channel.name}</Line>,
      },
      { id: 'status', title: t('r.c.status'), width: '180px', always: true, cell: (row) => <StateTag {...row} /> },
      { id: 'age', title: t('r.c.age'), width: '112px', cell: (row) => ageInWords(t, row, now) },
      {
        id: 'reference',
        title: t('r.c.reference'),
        width: 'minmax(88px, 0.7fr)',
        from: 1240,
        cell: ({ reference }) => <Line>{reference ?? '–'}</Line>,
      },
      {
        id: 'requested',
        title: t('r.c.requested'),
        width: '108px',
        from: 960,
        cell: ({ requestDate }) => <span className="quiet">{formatDayOf(requestDate)}</span>,
      },
    ],
    [t, now, unread],
  )
}
