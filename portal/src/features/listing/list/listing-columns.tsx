import { styled } from '@mui/material/styles'
import type { ListingRow } from '@tablewire/contracts/listing/listings'
import { formatInstant } from '#src/kit/format.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { Score } from '../Score.tsx'
import type { useT } from '../use-t.ts'

type T = ReturnType<typeof useT>

const Named = styled('span')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: 10,
  minWidth: 0,
  '& > img, & > i': {
    flexShrink: 0,
    width: 36,
    height: 28,
    borderRadius: 3,
    objectFit: 'cover',
    backgroundColor: theme.vars.palette.ground.sunken,
  },
  '& > strong': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
}))
const Missing = styled('span')(({ theme }) => ({
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  color: theme.vars.palette.text.secondary,
}))
const Phone = styled('span')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  minWidth: 0,
  '& > strong': { overflow: 'hidden', fontWeight: 600, textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > .under': { display: 'flex', alignItems: 'center', gap: 10, minWidth: 0, fontSize: '0.8125rem' },
  '& > .under > :first-of-type': { flexShrink: 0 },
  '& small': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap', color: theme.vars.palette.text.secondary },
}))

const missingOf = (t: T, { gaps }: ListingRow): string => gaps.map((gap) => t(`g.${gap}`)).join(' · ')

const Name = ({ row }: { row: ListingRow }) => (
  <Named>
    {row.photo ? <img src={row.photo} alt="" loading="lazy" width={36} height={28} /> : <i aria-hidden="true" />}
    <strong>{row.name}</strong>
  </Named>
)

export const listingCard = (t: T) => (row: ListingRow) => (
  <Phone>
    <strong>{row.name}</strong>
    <span className="under">
      <Score score={row.score} label={t('score', { score: row.score })} />
      <small>{missingOf(t, row)}</small>
    </span>
  </Phone>
)

/** A row for who hears it. */
export const rowInWords = (t: T, row: ListingRow): string =>
  [row.name, row.city, t('score', { score: row.score }), row.gaps.length ? `${t('c.missing')}: ${missingOf(t, row)}` : '']
    .filter(Boolean)
    .join(', ')

export const listingColumns = (t: T): Column<ListingRow>[] => [
  { id: 'name', title: t('c.name'), width: 'minmax(220px, 2fr)', sort: 'name', always: true, cell: (row) => <Name row={row} /> },
  {
    id: 'score',
    title: t('c.score'),
    width: '150px',
    sort: 'score',
    always: true,
    cell: ({ score }) => <Score score={score} label={t('score', { score })} />,
  },
  { id: 'missing', title: t('c.missing'), width: 'minmax(160px, 4fr)', cell: (row) => <Missing>{missingOf(t, row) || '–'}</Missing> },
  { id: 'city', title: t('c.city'), width: 'minmax(90px, 1fr)', from: 900, cell: ({ city }) => city ?? '–' },
  {
    id: 'changed',
    title: t('c.changed'),
    width: '150px',
    from: 1080,
    cell: ({ updatedAt }) => (updatedAt ? formatInstant(updatedAt) : '–'),
  },
]
