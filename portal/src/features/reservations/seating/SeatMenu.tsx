import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { SeatChoice, SeatChoices } from '@tablewire/contracts/booking/tables'
import type { SeatAct } from './assign-seat.ts'
import { useSeatT } from './use-seat-t.ts'

const Root = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 4,
  width: 'min(340px, 90vw)',
  maxHeight: 'min(70vh, 520px)',
  padding: 8,
  overflowY: 'auto',
  '& h3': { ...theme.typography.overline, margin: '8px 8px 2px', color: theme.vars.palette.text.secondary },
  '& button': {
    display: 'grid',
    justifyContent: 'stretch',
    justifyItems: 'start',
    padding: '6px 8px',
    textAlign: 'start',
    fontWeight: 600,
  },
  '& button > small': { fontWeight: 400, fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
  '& button:disabled': { color: theme.vars.palette.text.secondary },
  '& p': { margin: '4px 8px', fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
  '& button[aria-current]': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: -2 },
  '@media (pointer: coarse)': { '& button': { minHeight: 44 } },
}))

type SeatMenuProps = {
  told: SeatChoices
  /** On its way: nothing else is chosen until it is answered. */
  sent: SeatAct | undefined
  /** What was wished for when it was refused. */
  kept: readonly string[] | undefined
  onAct: (act: SeatAct) => void
}

const keyOf = (ids: readonly string[] = []): string => ids.toSorted().join()

/** Why it cannot be had, or what is odd about it; in words, never by colour. */
const useStateOf = () => {
  const t = useSeatT()
  return ({ free, fits, blocked, takenBy }: SeatChoice): string =>
    blocked ? t('blocked') : !free ? t('taken', { name: takenBy || '–' }) : fits ? t('free') : t('misfit')
}

const Suggested = ({ told: { suggestion }, sent, onAct }: SeatMenuProps) => {
  const t = useSeatT()
  if (!suggestion) return <p>{t('suggestion.none')}</p>
  const { name, covers, reason, tableIds, moves } = suggestion
  return (
    <Button
      variant="outlined"
      data-first-focus=""
      loading={sent !== undefined && keyOf(sent.tableIds) === keyOf(tableIds)}
      disabled={sent !== undefined}
      onClick={() =>
        onAct({
          tableIds,
          locked: false,
          moves: moves.map(({ reservationId, tableIds: ids, version }) => ({ reservationId, tableIds: ids, version })),
        })
      }
    >
      <span dir="auto">{name}</span>
      <small>{t(`reason.${reason}`, { count: covers })}</small>
      {moves.map((move) => (
        <small key={move.reservationId}>{t('moves', { name: move.guestName, table: move.name })}</small>
      ))}
    </Button>
  )
}

/** Where a party sits and could: what is suggested first, with its reason. */
export const SeatMenu = (props: SeatMenuProps) => {
  const { told, sent, kept, onAct } = props
  const busy = sent !== undefined
  const t = useSeatT()
  const stateOf = useStateOf()
  const { seat, suggestion, choices } = told
  const own = keyOf(seat.tableIds)
  const isSuggested = suggestion !== undefined && keyOf(suggestion.tableIds) === own
  const others = choices.filter(({ tableIds }) => ![own, keyOf(suggestion?.tableIds)].includes(keyOf(tableIds)))
  return (
    <Root>
      {seat.tableIds.length > 0 ? (
        <>
          <Button color="inherit" disabled={busy} onClick={() => onAct({ tableIds: seat.tableIds, locked: !seat.locked, moves: [] })}>
            {t(seat.locked ? 'unlock' : 'lock')}
            <small>{t(seat.locked ? 'unlock.hint' : 'lock.hint')}</small>
          </Button>
          <Button color="inherit" disabled={busy} onClick={() => onAct({ tableIds: [], locked: false, moves: [] })}>
            {t('unassign')}
          </Button>
        </>
      ) : null}
      {isSuggested ? null : (
        <>
          <h3>{t('suggestion')}</h3>
          <Suggested {...props} />
        </>
      )}
      {others.length > 0 ? <h3>{t('others')}</h3> : <p>{t('none')}</p>}
      {others.map((choice) => (
        <Button
          key={choice.tableIds.join()}
          color="inherit"
          disabled={!choice.free || busy}
          aria-current={kept !== undefined && keyOf(kept) === keyOf(choice.tableIds) ? true : undefined}
          onClick={() => onAct({ tableIds: choice.tableIds, locked: false, moves: [] })}
        >
          <span dir="auto">{choice.name}</span>
          <small>{[t('seats', { count: choice.covers }), choice.areaName, stateOf(choice)].filter(Boolean).join(' · ')}</small>
        </Button>
      ))}
    </Root>
  )
}
