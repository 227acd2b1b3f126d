import { mdiArrowRight, mdiCancel } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { TableRepair } from '@tablewire/contracts/booking/table-repair'
import { formatClock } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useRepairT } from './use-repair-t.ts'

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
  '& .stays': { gridTemplateColumns: '3.6em minmax(0, 1fr)', padding: '8px 0', '& > .why, & > .free-tables': { gridColumn: 2 } },
  '& .free-tables': { display: 'flex', flexWrap: 'wrap', gap: 6, '& > button': { minHeight: 40, maxWidth: '100%', textAlign: 'start' } },
  '& .why': { display: 'inline-flex', alignItems: 'center', gap: 6, color: vars.palette.tone.warning.text },
}))

export type Left = TableRepair['left'][number]
type RepairMovesProps = { told: TableRepair; zone: string; busy: boolean; onGive: (left: Left, tableIds: string[]) => void }

/** Who moves whither; who stays, why, and what people could give it. */
export const RepairMoves = ({ told, zone, busy, onGive }: RepairMovesProps) => {
  const t = useRepairT()
  const { moves, left } = told
  return (
    <>
      {moves.length === 0 && left.length === 0 ? <p>{t('none')}</p> : null}
      {moves.length > 0 ? (
        <>
          <h3>{t('moves')}</h3>
          <ul>
            {moves.map(({ reservationId, startsAt, guestName, partySize, from, to }) => (
              <li key={reservationId}>
                <b>{formatClock(startsAt, zone)}</b>
                <span>{t('party', { name: guestName, count: partySize })}</span>
                <span className="tables">
                  {from}
                  <Icon path={mdiArrowRight} size={16} label={t('to')} />
                  {to}
                </span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {left.length > 0 ? (
        <>
          <h3>{t('left')}</h3>
          <ul>
            {left.map((one) => (
              <li key={one.reservationId} className="stays">
                <b>{formatClock(one.startsAt, zone)}</b>
                <span>{t('party', { name: one.guestName, count: one.partySize })}</span>
                <span className="why">
                  <Icon path={mdiCancel} size={16} />
                  {t(`why.${one.why}`, { table: one.from })}
                </span>
                {one.free.length > 0 ? (
                  <span className="free-tables">
                    {one.free.map(({ tableIds, name, covers }) => (
                      <Button
                        key={name}
                        size="small"
                        variant="outlined"
                        color="inherit"
                        disabled={busy}
                        onClick={() => onGive(one, tableIds)}
                      >
                        {t('give', { name: one.guestName, table: name, count: covers })}
                      </Button>
                    ))}
                  </span>
                ) : null}
              </li>
            ))}
          </ul>
          <p>{t('left.hint')}</p>
        </>
      ) : null}
    </>
  )
}
