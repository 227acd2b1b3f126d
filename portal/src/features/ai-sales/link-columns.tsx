import type { SalesLink, SalesLinkState } from '@tablewire/contracts/rms/sales-links'
import { useMemo } from 'react'
import { formatDate, formatNumber } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { useT } from './use-t.ts'

type T = ReturnType<typeof useT>
const tones: Readonly<Record<SalesLinkState, Tone>> = { active: 'success', expired: 'neutral', revoked: 'danger' }
export const dayOf = (instant: string): string => formatDate(instant.slice(0, 10))

export const StateTag = ({ state }: Pick<SalesLink, 'state'>) => {
  const t = useT()
  return <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag>
}

/** A row for who hears it. */
export const rowInWords = (t: T, { venueName, recipient, state, enquiries, createdAt }: SalesLink): string =>
  [venueName, recipient, t(`state.${state}`), `${t('c.enquiries')}: ${formatNumber(enquiries)}`, dayOf(createdAt)]
    .filter(Boolean)
    .join(', ')

const PhoneRow = ({ link }: { link: SalesLink }) => (
  <span style={{ display: 'grid', gap: 2, minWidth: 0 }}>
    <span style={{ display: 'flex', gap: 8, alignItems: 'center', minWidth: 0 }}>
      <span style={{ overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{link.venueName}</span>
      <StateTag state={link.state} />
    </span>
    <small className="quiet">{[link.recipient, link.createdBy, dayOf(link.createdAt)].filter(Boolean).join(' · ')}</small>
  </span>
)
export const phoneRow = (link: SalesLink) => <PhoneRow link={link} />

export const useLinkColumns = (): Column<SalesLink>[] => {
  const t = useT()
  return useMemo(
    () => [
      { id: 'venue', title: t('c.venue'), width: 'minmax(150px, 2fr)', always: true, cell: ({ venueName }) => venueName },
      { id: 'recipient', title: t('c.recipient'), width: 'minmax(110px, 1.2fr)', from: 700, cell: ({ recipient }) => recipient || '–' },
      { id: 'state', title: t('c.state'), width: '116px', always: true, cell: ({ state }) => <StateTag state={state} /> },
      { id: 'views', title: t('c.views'), width: '124px', from: 820, cell: ({ views }) => formatNumber(views) },
      { id: 'enquiries', title: t('c.enquiries'), width: '100px', from: 600, cell: ({ enquiries }) => formatNumber(enquiries) },
      { id: 'by', title: t('c.by'), width: 'minmax(110px, 1fr)', from: 1000, cell: ({ createdBy }) => createdBy },
      {
        id: 'expires',
        title: t('c.expires'),
        width: '124px',
        from: 900,
        cell: ({ expiresAt }) => <span className="quiet">{dayOf(expiresAt)}</span>,
      },
      {
        id: 'created',
        title: t('c.created'),
        width: '124px',
        from: 640,
        cell: ({ createdAt }) => <span className="quiet">{dayOf(createdAt)}</span>,
      },
    ],
    [t],
  )
}
