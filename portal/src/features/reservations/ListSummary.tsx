import type { Sent } from '@tablewire/contracts/kit/endpoint'
import { useExport } from '#src/api/exports.ts'
import { useSavedViews } from '#src/api/saved-views.ts'
import { ExportButton } from '#src/kit/ExportButton.tsx'
import { mdiClockAlertOutline, mdiHelpCircleOutline } from '@mdi/js'
import { styled } from '@mui/material/styles'
import { type ReservationRow, reservations } from '@tablewire/contracts/booking/reservations'
import { useEffect, useState } from 'react'
import { flushSync } from 'react-dom'
import { formatDate, formatInstant, formatNumber, localTime } from '#src/kit/format.ts'
import { brand } from '#src/api/brand.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ViewsMenu } from '#src/kit/list/ViewsMenu.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { AwayFacts } from './offline/AwayFacts.tsx'
import { guestName } from './guest-name.ts'
import { countRows, countsEveryone, isUnconfirmed, lateMinutes, type ListCounts } from './reservation-flags.ts'
import { type Search, viewKeysOf } from './reservation-search.ts'
import type { RowsWindow } from './rows-window.ts'
import { type Say, useT } from './use-t.ts'

const FactsLine = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 14px',
  // As high as with a button in it, so that the list stays where it is when the last one goes.
  minHeight: 24,
  '@media (pointer: coarse)': { minHeight: 32 },
  // On a phone the age of the list has a line of its own, kept for it.
  [theme.breakpoints.down('sm')]: { minHeight: 44, alignContent: 'flex-start' },
  fontVariantNumeric: 'tabular-nums',
  '& b': { color: theme.vars.palette.text.primary, fontWeight: 650 },
  '& button': {
    all: 'unset',
    display: 'inline-flex',
    alignItems: 'center',
    gap: 4,
    padding: '2px 6px',
    margin: '0 -6px',
    borderRadius: 4,
    fontWeight: 600,
    cursor: 'pointer',
    position: 'relative',
    // A finger meets more of it than is drawn.
    '@media (pointer: coarse)': { minHeight: 28, '&::after': { content: '""', position: 'absolute', inset: '-8px -4px' } },
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}` },
  },
  '& .late': { color: theme.vars.palette.tone.danger.text },
  '& .wait': { color: theme.vars.palette.tone.warning.text },
}))

/** Who comes and apart from them who does not; where all were asked for, who of them does not. */
const offText = (t: Say, { parties, off }: ListCounts, everyone: boolean): string | null => {
  if (off === 0 || (everyone && off === parties)) return null
  return t(everyone ? 'offOf' : 'off', { count: off })
}

type ListSummaryProps = {
  search: Search
  window: RowsWindow
  loading: boolean
  /** The instant whose list this is, while the server is away. */
  asOf: number | undefined
  onGo: (id: string) => void
}

/** How many, how many guests, and what cannot wait; a touch leads there. Guests are counted once all rows are known. */
export const ListSummary = ({ search, window: { rows, total }, loading, asOf, onGo }: ListSummaryProps) => {
  const t = useT()
  const now = useNow()
  const known = rows.filter((row): row is ReservationRow => row !== undefined)
  const everyone = countsEveryone(search)
  const counts = countRows(known, everyone)
  const late = known.filter((row) => lateMinutes(row, now) !== undefined)
  const waiting = known.filter(isUnconfirmed)
  const whole = known.length === total
  const off = whole ? offText(t, counts, everyone) : null
  if (loading) return <FactsLine>{t('loading')}</FactsLine>
  return (
    <FactsLine>
      <output data-tour="evening">
        {/* Until all are known, nobody can tell who of them does not come. */}
        <b>{whole || everyone ? t('total', { count: whole ? counts.parties : total }) : t('total.all', { count: total })}</b>
        {whole && total > 0 ? <> · {t('covers', { count: counts.covers })}</> : null}
        {off ? <> · {off}</> : null}
      </output>
      <AwayFacts asOf={asOf} search={search} />
      {late[0] ? (
        <button type="button" className="late" data-tour="late" onClick={() => onGo(late[0]!.id)}>
          <Icon path={mdiClockAlertOutline} size={15} />
          {t('late.count', { count: late.length })}
        </button>
      ) : null}
      {waiting[0] ? (
        <button type="button" className="wait" onClick={() => onGo(waiting[0]!.id)}>
          <Icon path={mdiHelpCircleOutline} size={15} />
          {t('waiting.count', { count: waiting.length })}
        </button>
      ) : null}
    </FactsLine>
  )
}

const Paper = styled('div')({
  display: 'none',
  '@media print': { display: 'block', color: '#000', fontSize: '10pt' },
  '& h2': { margin: '0 0 4pt', fontSize: '14pt' },
  '& p': { margin: '0 0 8pt' },
  '& .house': { margin: '0 0 2pt', fontSize: '8pt', letterSpacing: '0.06em', textTransform: 'uppercase' },
  '& table': { width: '100%', borderCollapse: 'collapse' },
  '& th, & td': { padding: '3pt 5pt', borderBottom: '0.5pt solid #999', textAlign: 'start', verticalAlign: 'top' },
  '& thead': { display: 'table-header-group' },
  '& tr': { breakInside: 'avoid' },
  '& .number': { textAlign: 'end', fontWeight: 700 },
})

const countsText = (t: Say, rows: readonly ReservationRow[], search: Search): string => {
  const everyone = countsEveryone(search)
  const counts = countRows(rows, everyone)
  const off = offText(t, counts, everyone)
  return [t('total', { count: counts.parties }), t('covers', { count: counts.covers }), ...(off ? [off] : [])].join(' · ')
}

type PaperListProps = { search: Search; window: RowsWindow; title: string; venue: { timezone: string } | undefined; severalDays: boolean }

/** The list on paper: every row there is, in the order of the screen. It exists only while the browser prints. */
export const PaperList = ({ search, window: { rows }, title, venue, severalDays }: PaperListProps) => {
  const t = useT()
  const now = useNow()
  const severalVenues = venue === undefined
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
    <Paper>
      <p className="house">{brand.name}</p>
      <h2>{title}</h2>
      <p>
        {countsText(t, known, search)} · {formatInstant(new Date(now).toISOString(), venue?.timezone)}
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
    </Paper>
  )
}

type ListToolsProps = { search: Search; ask: NonNullable<Sent<typeof reservations.export>['body']>; none: boolean }

/** The list under a name (SH6), and its reservations in a file (RE6). */
export const ListTools = ({ search, ask, none }: ListToolsProps) => {
  const saved = useSavedViews('reservations')
  const { start, pending, standing, forget } = useExport(reservations.export)
  const begin: Parameters<typeof ExportButton>[0]['onStart'] = (callbacks) => start({ body: ask }, callbacks)
  return (
    <>
      <ViewsMenu {...saved} names={viewKeysOf(search)} />
      <ExportButton className="export" none={none} pending={pending} standing={standing} onStart={begin} onEnd={forget} />
    </>
  )
}
