import { styled } from '@mui/material/styles'
import type { ListingDifference } from '@tablewire/contracts/listing/copies'
import { useMemo } from 'react'
import { formatInstant } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { useT } from './use-t.ts'
import { oursInWords, theirsInWords } from './values-in-words.ts'

type T = ReturnType<typeof useT>
const tones: Readonly<Record<ListingDifference['state'], Tone>> = { open: 'warning', asked: 'info', ignored: 'neutral' }

const Line = styled('span')({ display: 'block', minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
const Phone = styled('span')(({ theme }) => ({
  display: 'grid',
  gap: 1,
  lineHeight: 1.3,
  minWidth: 0,
  '& > small': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', color: theme.vars.palette.text.secondary },
}))

export const StateTag = ({ state }: Pick<ListingDifference, 'state'>) => {
  const t = useT()
  return <Tag tone={tones[state]}>{t(`difference.${state}`)}</Tag>
}

export const rowInWords = (t: T, row: ListingDifference): string =>
  [
    row.venueName,
    row.channelName,
    t(`f.${row.field}`),
    `${t('c.ours')}: ${oursInWords(t, row).join(', ')}`,
    `${t('c.theirs')}: ${theirsInWords(t, row).join(', ')}`,
    t(`difference.${row.state}`),
  ].join(', ')

export const phoneRow = (t: T) => (row: ListingDifference) => (
  <Phone>
    <Line>
      {row.venueName} · {t(`f.${row.field}`)}
    </Line>
    <small>{theirsInWords(t, row).join(', ')}</small>
    <small>
      {row.channelName} · {t(`difference.${row.state}`)}
    </small>
  </Phone>
)

export const useDifferenceColumns = (): Column<ListingDifference>[] => {
  const t = useT()
  return useMemo(
    () => [
      { id: 'venue', title: t('c.venue'), width: 'minmax(120px, 1.2fr)', always: true, cell: ({ venueName }) => <Line>{venueName}</Line> },
      {
        id: 'channel',
        title: t('c.channel'),
        width: 'minmax(100px, 1fr)',
        from: 760,
        cell: ({ channelName }) => <Line>{channelName}</Line>,
      },
      { id: 'field', title: t('c.field'), width: '112px', cell: ({ field }) => t(`f.${field}`) },
      {
        id: 'ours',
        title: t('c.ours'),
        width: 'minmax(120px, 1.5fr)',
        from: 900,
        cell: (row) => <Line>{oursInWords(t, row).join(', ')}</Line>,
      },
      { id: 'theirs', title: t('c.theirs'), width: 'minmax(120px, 1.5fr)', cell: (row) => <Line>{theirsInWords(t, row).join(', ')}</Line> },
      { id: 'by', title: t('c.by'), width: 'minmax(90px, 0.8fr)', from: 1060, cell: (row) => <Line>{t(`who.${row.changedBy}`)}</Line> },
      {
        id: 'since',
        title: t('c.since'),
        width: '150px',
        from: 1000,
        cell: ({ since }) => <span className="quiet">{formatInstant(since)}</span>,
      },
      { id: 'state', title: t('c.state'), width: '112px', from: 640, cell: ({ state }) => <StateTag state={state} /> },
    ],
    [t],
  )
}
