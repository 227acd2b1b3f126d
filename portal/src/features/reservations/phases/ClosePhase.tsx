import { mdiCheckAll } from '@mdi/js'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import type { Move } from '@tablewire/contracts/booking/reservations.rules'
import { useMemo, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { guestName } from '../guest-name.ts'
import { countRows } from '../reservation-flags.ts'
import { useT } from '../use-t.ts'
import { type OpenKind, openKinds, openLines, type OpenLine } from './close-rules.ts'
import { usePhaseWork } from './evening.ts'
import { PartyRow } from './PartyRow.tsx'
import { usePhaseT } from './use-phase-t.ts'
import { type Settle, useSettle } from './use-settle.ts'
import type { Moves } from '../use-moves.ts'

/** What settles a group at once; who is not there yet, or waits for an answer, is settled one by one. */
const settles: Partial<Record<OpenKind, Move & ('complete' | 'no-show')>> = { sitting: 'complete', missing: 'no-show' }

type GroupProps = { kind: OpenKind; lines: readonly OpenLine[]; stop: string | undefined; settle: Settle }

const OpenGroup = ({ kind, lines, stop, settle }: GroupProps) => {
  const t = useT()
  const own = usePhaseT()
  const { moves } = usePhaseWork()
  /** Chosen otherwise than proposed: what is due is ticked by itself. */
  const [turned, setTurned] = useState<ReadonlySet<string>>(new Set())
  const move = moves.mayMove ? settles[kind] : undefined
  const isChosen = ({ row, ripe }: OpenLine): boolean => turned.has(row.id) !== ripe
  const chosen = lines.filter(isChosen).map(({ row }) => row)
  const turn = (ids: readonly string[]): void =>
    setTurned((before) => new Set([...before, ...ids].filter((id) => !(before.has(id) && ids.includes(id)))))
  const all = chosen.length === lines.length
  return (
    <section className={`open-lines ${kind}`} aria-label={own(`open.${kind}`)}>
      <header>
        {move ? (
          <Checkbox
            checked={all}
            indeterminate={chosen.length > 0 && !all}
            onChange={() => turn(lines.filter((line) => isChosen(line) === all).map(({ row }) => row.id))}
            slotProps={{ input: { 'aria-label': own('open.all', { group: own(`open.${kind}`) }) } }}
          />
        ) : null}
        <h2>
          {own(`open.${kind}`)} <small>{lines.length}</small>
        </h2>
        {move ? (
          <Button
            variant="contained"
            disabled={chosen.length === 0}
            onClick={() => {
              setTurned(new Set())
              settle(chosen, move)
            }}
          >
            {own(`settle.${move}`, { count: chosen.length })}
          </Button>
        ) : null}
      </header>
      <ul>
        {lines.map((line) => (
          <li className="line" key={line.row.id}>
            {move ? (
              <Checkbox
                checked={isChosen(line)}
                onChange={() => turn([line.row.id])}
                slotProps={{ input: { 'aria-label': own('open.one', { name: guestName(line.row) || t('guest.unknown') }) } }}
              />
            ) : null}
            <ul>
              <PartyRow row={line.row} current={line.row.id === stop} />
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}

type ClosePhaseProps = { rows: readonly ReservationRow[]; currentId: string | undefined; send: Moves['send'] }

/** The end of the evening: every line that is still open, settled together or one by one, until none is left. */
export const ClosePhase = ({ rows, currentId, send }: ClosePhaseProps) => {
  const settle = useSettle({ send })
  const t = useT()
  const own = usePhaseT()
  const { endOf } = usePhaseWork()
  const now = useNow()
  const lines = useMemo(() => openLines(rows, endOf, now), [rows, endOf, now])
  const all = openKinds.flatMap((kind) => lines[kind])
  const stop = all.some(({ row }) => row.id === currentId) ? currentId : all[0]?.row.id
  const completed = rows.filter(({ status }) => status === 'completed')
  const missed = rows.filter(({ status }) => status === 'no_show')
  return (
    <div className="close" data-scrolls>
      <output className="left">
        <b>{all.length > 0 ? own('close.open', { count: all.length }) : own('close.none')}</b>
        <span>
          {own('close.completed', { count: completed.length })} · {t('covers', { count: countRows(completed, false).covers })} ·{' '}
          {own('close.missed', { count: missed.length })}
        </span>
      </output>
      {all.length === 0 ? (
        <p className="settled">
          <Icon path={mdiCheckAll} size={40} />
          {own('close.settled')}
        </p>
      ) : null}
      {openKinds.map((kind) =>
        lines[kind].length > 0 ? <OpenGroup key={kind} kind={kind} lines={lines[kind]} stop={stop} settle={settle} /> : null,
      )}
    </div>
  )
}
