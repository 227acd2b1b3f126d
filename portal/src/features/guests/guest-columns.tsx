import { mdiAlertOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { GuestRow } from '@tablewire/contracts/booking/guests'
import { useMemo } from 'react'
import { formatDate, formatNumber } from '#src/kit/format.ts'
import { NameCell } from '#src/kit/list/cells.ts'
import type { Column } from '#src/kit/list/columns.ts'
import { Tag } from '#src/kit/Tag.tsx'
import { nameOf, pastOf, reachedAt } from './guest-words.ts'
import { useT } from './use-t.ts'

const Line = styled('span')({ display: 'flex', alignItems: 'center', gap: 6, minWidth: 0, overflow: 'hidden' })
const Phone = styled('span')(({ theme }) => ({
  display: 'grid',
  gap: 1,
  minWidth: 0,
  lineHeight: 1.25,
  '& > *': { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' },
  '& > strong': { fontWeight: 600 },
  '& > small': { color: theme.vars.palette.text.secondary },
}))

/** What a host has to know first; how many more there are is said. */
const Marks = ({ guest: { allergies, tags } }: { guest: GuestRow }) => (
  <Line>
    {allergies[0] ? (
      <Tag tone="danger" icon={mdiAlertOutline}>
        {allergies.length > 1 ? `${allergies[0]} +${allergies.length - 1}` : allergies[0]}
      </Tag>
    ) : null}
    {tags[0] ? <Tag tone="neutral">{tags.length > 1 ? `${tags[0]} +${tags.length - 1}` : tags[0]}</Tag> : null}
  </Line>
)

/** Three lines, whatever is known of him: the rows of a phone are of one height. */
const PhoneRow = ({ guest }: { guest: GuestRow }) => {
  const t = useT()
  return (
    <Phone>
      <strong>{nameOf(t, guest)}</strong>
      <small>{[reachedAt(guest), guest.venueName].filter(Boolean).join(' · ')}</small>
      <small>{[...guest.allergies, ...pastOf(t, guest)].join(' · ')}</small>
    </Phone>
  )
}
export const phoneRow = (guest: GuestRow) => <PhoneRow guest={guest} />

export const useGuestColumns = (): Column<GuestRow>[] => {
  const t = useT()
  return useMemo(
    () => [
      {
        id: 'name',
        title: t('c.name'),
        width: 'minmax(160px, 1.6fr)',
        always: true,
        cell: (guest) => (
          <NameCell>
            <strong>{nameOf(t, guest)}</strong>
          </NameCell>
        ),
      },
      // Beside the panel these two tell namesakes apart; what a host has to know of the one who is looked at stands in the panel.
      { id: 'contact', title: t('c.contact'), width: 'minmax(140px, 2fr)', from: 520, cell: reachedAt },
      { id: 'venue', title: t('c.venue'), width: 'minmax(110px, 1fr)', from: 620, cell: ({ venueName }) => venueName },
      { id: 'marks', title: t('c.marks'), width: 'minmax(130px, 1.2fr)', from: 860, cell: (guest) => <Marks guest={guest} /> },
      { id: 'visits', title: t('c.visits'), width: '76px', align: 'end', cell: ({ visits }) => formatNumber(visits) },
      {
        id: 'noShows',
        title: t('c.noShows'),
        width: '92px',
        align: 'end',
        from: 960,
        cell: ({ noShows }) => (noShows ? formatNumber(noShows) : '–'),
      },
      {
        id: 'last',
        title: t('c.last'),
        width: '116px',
        from: 700,
        cell: ({ lastVisitOn }) => <span className="quiet">{lastVisitOn ? formatDate(lastVisitOn) : '–'}</span>,
      },
      {
        id: 'next',
        title: t('c.next'),
        width: '116px',
        from: 1080,
        cell: ({ nextVisitOn }) => <span className="quiet">{nextVisitOn ? formatDate(nextVisitOn) : '–'}</span>,
      },
    ],
    [t],
  )
}
