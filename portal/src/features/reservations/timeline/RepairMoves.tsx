import { mdiArrowRight, mdiCancel } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { TableRepair } from '@tablewire/contracts/booking/tables'
import { formatClock } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useTimelineT } from './use-timeline-t.ts'
import { useTimeline } from './view.ts'

export const RepairRoot = styled('div')(({ theme: { vars } }) => ({
  minHeight: 190,
  '& .longer': { display: 'flex', flexWrap: 'wrap', gap: 6, margin: '0 0 12px', padding: 0, border: 0 },
  '& .longer > button': { minHeight: 44, fontVariantNumeric: 'tabular-nums' },
  '& h3': { margin: '12px 0 4px', fontSize: '0.875rem', color: vars.palette.text.secondary },
  '& ul': { margin: 0, padding: 0, listStyle: 'none' },
  '& li': {
    display: 'grid',
    gridTemplateColumns: '3.6em minmax(0, 1fr) auto',
    alignItems: 'center',
    gap: 8,
    minHeight: 44,
    borderTop: `1px solid ${vars.palette.divider}`,
    fontVariantNumeric: 'tabular-nums',
  },
  '& .tables': { display: 'inline-flex', alignItems: 'center', gap: 6, fontWeight: 700 },
  '& .why': { display: 'inline-flex', alignItems: 'center', gap: 6, color: vars.palette.tone.warning.text },
}))

/** Who moves whither, and who stays and why. */
export const RepairMoves = ({ told }: { told: TableRepair }) => {
  const t = useTimelineT()
  const { zone } = useTimeline()
  const { moves, left } = told
  return (
    <>
      {moves.length === 0 && left.length === 0 ? <p>{t('repair.none')}</p> : null}
      {moves.length > 0 ? (
        <>
          <h3>{t('repair.moves')}</h3>
          <ul>
            {moves.map(({ reservationId, startsAt, guestName, partySize, from, to }) => (
              <li key={reservationId}>
                <b>{formatClock(startsAt, zone)}</b>
                <span>{t('repair.party', { name: guestName, count: partySize })}</span>
                <span className="tables">
                  {from}
                  <Icon path={mdiArrowRight} size={16} label={t('repair.to')} />
                  {to}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {left.length > 0 ? (
        <>
          <h3>{t('repair.left')}</h3>
          <ul>
            {left.map(({ reservationId, startsAt, guestName, partySize, why }) => (
              <li key={reservationId}>
                <b>{formatClock(startsAt, zone)}</b>
                <span>{t('repair.party', { name: guestName, count: partySize })}</span>
                <span className="why">
                  <Icon path={mdiCancel} size={16} />
                  {t(`repair.${why}`)}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </>
  )
}
