import { styled } from '@mui/material/styles'
import type { ReservationRow } from '@tablewire/contracts/reservations'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDate, formatInstant, formatNumber, localTime } from '#src/kit/format.ts'
import { coversOf, guestName } from './reservation-flags.ts'
import type { RowsWindow } from './rows-window.ts'
import { useT } from './use-t.ts'

const Root = styled('div')({
  display: 'none',
  '@media print': { display: 'block', color: '#000', fontSize: '10pt' },
  '& h2': { margin: '0 0 4pt', fontSize: '14pt' },
  '& p': { margin: '0 0 8pt' },
  '& table': { width: '100%', borderCollapse: 'collapse' },
  '& th, & td': { padding: '3pt 5pt', borderBottom: '0.5pt solid #999', textAlign: 'left', verticalAlign: 'top' },
  '& thead': { display: 'table-header-group' },
  '& tr': { breakInside: 'avoid' },
  '& .number': { textAlign: 'right', fontWeight: 700 },
})

type PrintSheetProps = { window: RowsWindow; title: string; severalVenues: boolean; severalDays: boolean }

/** The list on paper: every row there is, in the order of the screen. It exists only while the browser prints. */
export const PrintSheet = ({ window: { rows }, title, severalVenues, severalDays }: PrintSheetProps) => {
  const t = useT()
  const [printing, setPrinting] = useState(false)
  useEffect(() => {
    const before = (): void => flushSync(() => setPrinting(true))
    const after = (): void => setPrinting(false)
    addEventListener('beforeprint', before)
    addEventListener('afterprint', after)
    return () => {
      removeEventListener('beforeprint', before)
      removeEventListener('afterprint', after)
    }
  }, [])
  if (!printing) return null
  const known = rows.filter((row): row is ReservationRow => row !== undefined)
  return (
    <Root>
      <h2>{title}</h2>
      <p>
        {t('total', { count: known.length })} · {t('covers', { count: known.reduce((sum, row) => sum + coversOf(row), 0) })} · {formatInstant(new Date().toISOString())}
      </p>
      <table>
        <thead>
          <tr>
            <th>{t('column.time')}</th>
            <th className="number">{t('column.party')}</th>
            <th>{t('column.guest')}</th>
            <th>{t('column.status')}</th>
            <th>{t('column.area')}</th>
            {severalVenues ? <th>{t('column.venue')}</th> : null}
            <th>{t('column.notes')}</th>
          </tr>
        </thead>
        <tbody>
          {known.map((row) => (
            <tr key={row.id}>
              <td>
                {severalDays ? `${formatDate(row.startsLocal)} ` : ''}
                {localTime(row.startsLocal)}
              </td>
              <td className="number">{formatNumber(row.partySize)}</td>
              <td>
                {guestName(row)}
                {row.guest.phone ? <div>{row.guest.phone}</div> : null}
              </td>
              <td>{t(`status.${row.status}`)}</td>
              <td>{row.areaName}</td>
              {severalVenues ? <td>{row.venueName}</td> : null}
              <td>{[...row.tags, row.notes ?? ''].filter((text) => text !== '').join(' · ')}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </Root>
  )
}
