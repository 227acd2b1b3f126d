import { mdiAlertOutline, mdiCheck, mdiSetMerge } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import type { SeatChoice, SeatChoices } from '@tablewire/contracts/booking/tables'
import { type KeyboardEvent, useRef, useState } from 'react'
import { formatClock } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import type { SeatAct } from './assign-seat.ts'
import { groupedChoices, joiningOf } from './choice-order.ts'
import { SeatMenuRoot as Root } from './seat-menu-styles.ts'
import { useSeatT } from './use-seat-t.ts'

type SeatMenuProps = {
  told: SeatChoices
  partySize: number
  zone: string | undefined
  /** On its way: nothing else is chosen until it is answered. */
  sent: SeatAct | undefined
  /** What was wished for when it was refused. */
  kept: readonly string[] | undefined
  onAct: (act: SeatAct) => void
}

/** From so many on a word finds sooner what an eye would look for. */
const searchedFrom = 8

const keyOf = (ids: readonly string[] = []): string => ids.toSorted().join()

/** Why it cannot be had, or what is odd about it; in words, never by colour. */
const useStateOf = ({ partySize, zone }: Pick<SeatMenuProps, 'partySize' | 'zone'>) => {
  const t = useSeatT()
  return ({ free, fits, blocked, takenBy, takenUntil, covers, freeUntil }: SeatChoice): string => {
    if (fits && freeUntil) return t('house.freeUntil', { time: formatClock(freeUntil, zone) })
    if (blocked) return t('blocked')
    if (!free)
      return takenUntil
        ? t('takenUntil', { name: takenBy || '–', time: formatClock(takenUntil, zone) })
        : t('taken', { name: takenBy || '–' })
    return fits ? t('free') : t(covers < partySize ? 'small' : 'large')
  }
}

const Suggested = ({ told: { suggestion }, sent, onAct }: Pick<SeatMenuProps, 'told' | 'sent' | 'onAct'>) => {
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

type OneProps = Omit<SeatMenuProps, 'told'> & { choice: SeatChoice; picked: boolean | undefined; onPick: () => void }
const One = ({ choice, picked, onPick, ...props }: OneProps) => {
  const t = useSeatT()
  const stateOf = useStateOf(props)
  const { sent, kept, onAct, partySize } = props
  const { name, free, fits, covers, areaName, tableIds, exchange } = choice
  const until = fits ? choice.freeUntil : undefined
  const can = free || exchange !== undefined || until !== undefined
  const small = free && covers < partySize && picked === undefined
  return (
    <Button
      color="inherit"
      className={can ? 'choice' : 'choice taken'}
      disabled={!can || sent !== undefined}
      aria-pressed={picked}
      aria-current={kept !== undefined && keyOf(kept) === keyOf(tableIds) ? true : undefined}
      onClick={
        picked === undefined
          ? () => onAct({ tableIds, locked: false, moves: [], ...(exchange && { exchange }), ...(until && { leaves: until }) })
          : onPick
      }
    >
      <span dir="auto">
        {picked ? <Icon path={mdiCheck} size={16} /> : null}
        {name}
      </span>
      <small>
        {small ? <Icon className="warns" path={mdiAlertOutline} size={14} /> : null}
        {[t('seats', { count: covers }), areaName, stateOf(choice)].filter(Boolean).join(' · ')}
      </small>
      {exchange ? <small>{t('exchange', { name: exchange.guestName || '–' })}</small> : null}
    </Button>
  )
}

type SeveralProps = Pick<SeatMenuProps, 'told' | 'sent' | 'onAct'> & { ids: readonly string[] }
/** What comes of the tables picked so far: given together where they stand together, else why not. */
const Several = ({ told: { choices }, ids, sent, onAct }: SeveralProps) => {
  const t = useSeatT()
  const { state, choice } = joiningOf(choices, ids)
  const names = ids.map((id) => choices.find(({ tableIds }) => tableIds.length === 1 && tableIds[0] === id)?.name ?? '').join(', ')
  if (state === 'fine' && choice)
    return (
      <Button
        variant="contained"
        disabled={sent !== undefined}
        onClick={() => onAct({ tableIds: choice.tableIds, locked: false, moves: [] })}
      >
        {t('several.give', { table: choice.name, count: choice.covers })}
      </Button>
    )
  return <output>{state === 'one' ? t('several.pick') : t(`several.${state === 'taken' ? 'taken' : 'apart'}`, { tables: names })}</output>
}

type OthersProps = SeatMenuProps & { own: string }
const Others = (props: OthersProps) => {
  const t = useSeatT()
  const { told, own, partySize } = props
  const { suggestion, choices } = told
  const [text, setText] = useState('')
  const [ids, setIds] = useState<readonly string[]>()
  const field = useRef<HTMLInputElement>(null)
  const others = ids
    ? choices.filter(({ tableIds, free }) => tableIds.length === 1 && free)
    : choices.filter(({ tableIds }) => ![own, keyOf(suggestion?.tableIds)].includes(keyOf(tableIds)))
  const groups = groupedChoices(others, { partySize, text })
  const pick = (id: string): void => setIds(ids?.includes(id) ? ids.filter((one) => one !== id) : [...(ids ?? []), id])
  const singles = choices.filter(({ tableIds, free }) => tableIds.length === 1 && free).length
  /** What is typed anywhere in the list is looked for. */
  const onKeyDown = (event: KeyboardEvent): void => {
    const typed = event.key.length === 1 && event.key !== ' ' && !event.ctrlKey && !event.metaKey && !event.altKey
    if (typed && event.target !== field.current) field.current?.focus()
  }
  return (
    <div className="others" onKeyDown={onKeyDown} role="presentation">
      {choices.length >= searchedFrom ? (
        <TextField
          type="search"
          value={text}
          placeholder={t('find')}
          inputRef={field}
          onChange={({ target }) => setText(target.value)}
          // Typing leads here; the suggestion has the focus first.
          slotProps={{ htmlInput: { tabIndex: -1, 'aria-label': t('find') } }}
        />
      ) : null}
      {groups.map((one) => (
        <section key={one.group} className="group" aria-label={t(`group.${one.group}`)}>
          <h3>{t(`group.${one.group}`)}</h3>
          {one.choices.map((choice) => (
            <One
              key={choice.tableIds.join()}
              {...props}
              choice={choice}
              picked={ids && ids.includes(choice.tableIds[0]!)}
              onPick={() => pick(choice.tableIds[0]!)}
            />
          ))}
        </section>
      ))}
      {groups.length === 0 ? <p>{t('none')}</p> : null}
      {singles > 1 ? (
        <div className="several">
          {ids ? <Several {...props} ids={ids} /> : null}
          <Button
            color="inherit"
            startIcon={ids ? undefined : <Icon path={mdiSetMerge} size={18} />}
            onClick={() => setIds(ids ? undefined : [])}
          >
            {t(ids ? 'several.stop' : 'several')}
          </Button>
        </div>
      ) : null}
    </div>
  )
}

type KeptProps = SeatMenuProps & { asked: SeatAct; onNo: () => void }
/** Who was to stay where he is, stays until somebody says otherwise. */
const Kept = ({ told, asked, sent, onAct, onNo }: KeptProps) => {
  const t = useSeatT()
  return (
    <Alert severity="warning" role="alert">
      {t('locked.ask', { table: told.seat.name })}
      <span className="answers">
        <Button size="small" variant="outlined" color="inherit" disabled={sent !== undefined} onClick={() => onAct(asked)} autoFocus>
          {t('locked.move')}
        </Button>
        <Button size="small" color="inherit" onClick={onNo}>
          {t('locked.stay')}
        </Button>
      </span>
    </Alert>
  )
}

/** Where a party sits and could: what is suggested first, with its reason. */
export const SeatMenu = (props: SeatMenuProps) => {
  const { told, sent, onAct } = props
  const busy = sent !== undefined
  const t = useSeatT()
  const { seat, suggestion } = told
  const [asked, setAsked] = useState<SeatAct>()
  const own = keyOf(seat.tableIds)
  const isSuggested = suggestion !== undefined && keyOf(suggestion.tableIds) === own
  const wish = (act: SeatAct): void => (seat.locked && seat.tableIds.length > 0 ? setAsked(act) : onAct(act))
  if (asked)
    return (
      <Root>
        <Kept {...props} asked={asked} onNo={() => setAsked(undefined)} />
      </Root>
    )
  return (
    <Root>
      {seat.tableIds.length > 0 ? (
        <>
          <Button color="inherit" disabled={busy} onClick={() => onAct({ tableIds: seat.tableIds, locked: !seat.locked, moves: [] })}>
            {t(seat.locked ? 'unlock' : 'lock')}
            <small>{t(seat.locked ? 'unlock.hint' : 'lock.hint')}</small>
          </Button>
          <Button color="inherit" disabled={busy} onClick={() => wish({ tableIds: [], locked: false, moves: [] })}>
            {t('unassign')}
          </Button>
        </>
      ) : null}
      {isSuggested ? null : (
        <>
          <h3>{t('suggestion')}</h3>
          <Suggested told={told} sent={sent} onAct={wish} />
        </>
      )}
      <Others {...props} onAct={wish} own={own} />
    </Root>
  )
}
