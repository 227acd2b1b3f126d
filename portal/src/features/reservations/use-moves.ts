import { type Reservation, type ReservationRow, reservations } from '@tablewire/contracts/booking/reservations'
import { after, type Move, movesFrom, needsReason } from '@tablewire/contracts/booking/reservations.rules'
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useRef } from 'react'
import { useAbility } from '#src/api/ability.ts'
import type { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { keyOf, retryWrite, tellError } from '#src/api/query.ts'
import { randomKey } from '#src/api/random-key.ts'
import { toast } from '#src/kit/toasts.ts'
import { ownSteps } from './acts/own-steps.ts'
import { tableWords } from './acts/table-words.ts'
import { undoManager } from './acts/undo-manager.ts'
import { refusedMeanwhile } from './acts/refused-meanwhile.ts'
import { inverseMove, whyNotUndoable } from './acts/undo.ts'
import { type MoveTask, unsentMoves, useUnsent } from './offline/unsent-moves.ts'
import { guestName } from './guest-name.ts'
import { seatAtTable } from './seating/seat-at-table.ts'
import { doneHere, putReservation } from './use-live-reservations.ts'
import { type Say, useT } from './use-t.ts'

export type Act = (row: ReservationRow, move: Move) => void
export type MoveBody = { reason?: string; notify?: boolean; override?: boolean; version?: number }

const endpoints = {
  confirm: reservations.confirm,
  reject: reservations.reject,
  seat: reservations.seat,
  complete: reservations.complete,
  cancel: reservations.cancel,
  'no-show': reservations.noShow,
  reopen: reservations.reopen,
} as const satisfies Record<Move, unknown>

/** Steps that cost nothing to show before the server agrees, and that one touch takes back. */
const light: readonly Move[] = ['seat', 'complete', 'no-show']
/** Whose time has not come cannot have stayed away: more likely a slip. */
const isEarly = (move: Move, { startsAt }: ReservationRow): boolean => move === 'no-show' && Date.parse(startsAt) > Date.now()

/** Steps that may wait for a server that is away: nobody needs its answer to go on, and nobody is written to. */
const patient = ({ move, body }: MoveTask): boolean => body.notify !== true && (light.includes(move) || move === 'reopen')

/** With when it was done: the same at every try, so that an answer that was lost is found again. */
const noted = (task: MoveTask): MoveTask => (patient(task) ? unsentMoves.noted(task) : task)

/** Steps of others, which are not ours to take back. */
const others = new WeakSet<Reservation>()
/** Somebody else was quicker with the very same step: what was wished for is so, and nothing is wrong. */
const asWished = async (error: ApiError, row: ReservationRow, move: Move): Promise<Reservation> => {
  if (error.code !== 'reservation.move_illegal' || !light.includes(move)) throw error
  const now = await api(reservations.get, { params: { id: row.id } })
  if (now.status !== after(move, row.status)) throw error
  others.add(now)
  return now
}

/** Shows the status at once, in lists and drawer; the version stays, so that the true answer replaces it. */
const show = (client: QueryClient, row: ReservationRow): void => {
  putReservation(client, row)
  client.setQueryData<Reservation>(
    keyOf(reservations.get, { params: { id: row.id } }),
    (before) => before && { ...before, status: row.status, moves: movesFrom(row.status) },
  )
}

/** Steps on one reservation go to the server one after the other, in the order of the keys pressed. */
const queues = new Map<string, { last: Promise<unknown>; waiting: number }>()
const queued = async (
  id: string,
  work: () => Promise<Reservation>,
): Promise<{ result: Reservation; behind: boolean; overtaken: boolean }> => {
  const queue = queues.get(id) ?? { last: Promise.resolve(), waiting: 0 }
  queues.set(id, queue)
  const behind = queue.waiting > 0
  queue.waiting += 1
  const turn = queue.last.catch(() => undefined).then(work)
  queue.last = turn
  try {
    const result = await turn
    return { result, behind, overtaken: queue.waiting > 1 }
  } finally {
    queue.waiting -= 1
    if (queue.waiting === 0) queues.delete(id)
  }
}

const outcomeInWords = (t: Say, task: MoveTask): string => {
  const { row, move } = task
  const words = t(`done.${move}`, { name: guestName(row) || t('guest.unknown') })
  return patient(task) && unsentMoves.expected() ? t('away.noted', { done: words }) : words
}

type Sending = {
  result: Promise<Reservation>
  send: (task: MoveTask) => Promise<Reservation>
  /** An earlier page left it behind. */
  resumed?: boolean
}
/** Says what was done, with the way back to what was before. */
const tellDone = (t: Say, task: MoveTask, { result, send, resumed = false }: Sending): void => {
  const { row, move, body } = task
  const back = inverseMove(move, row.status)
  const wasTold = body.notify === true
  let answered = false
  const takeBack = async (by: Move): Promise<string> => {
    // What has not been sent yet is taken back behind it.
    const waits = unsentMoves.waitsFor(row.id) || (resumed && !answered)
    const { version, status } = waits ? { version: undefined, status: after(move, row.status)! } : await result
    const asTold = { ...(version === undefined ? {} : { version: ownSteps.newest(row.id, version) }), ...(wasTold ? { notify: true } : {}) }
    const undoing: MoveTask = { row: { ...row, status }, move: by, body: asTold, key: randomKey(), undoing: true }
    if (waits) {
      send(undoing).catch(() => undefined)
      return outcomeInWords(t, undoing)
    }
    const words = [outcomeInWords(t, undoing), ...tableWords(t, await send(undoing))].join('. ')
    return wasTold ? `${words}. ${t('undone.told')}` : words
  }
  const said = outcomeInWords(t, task)
  const { refused, tell } = undoManager.done({
    text: said,
    label: wasTold ? t('undoAndTell') : t('undo'),
    of: row.id,
    takeBack: back && (() => takeBack(back)),
    cannot: t(`undo.cannot.${whyNotUndoable(move)}`, { name: guestName(row) || t('guest.unknown') }),
  })
  // Said before anybody was asked; nobody answered.
  const unhear = unsentMoves.onWait(task.key, () => {
    const text = outcomeInWords(t, task)
    if (text !== said) tell({ text })
  })
  const settle = (done: Reservation): void => {
    answered = true
    unhear()
    const beside = tableWords(t, done)
    if (beside.length > 0) tell({ text: [outcomeInWords(t, task), ...beside].join('. '), tone: 'warning' })
    if (!others.has(done)) return
    refused()
    toast.info(outcomeInWords(t, task))
  }
  result.then(settle, () => {
    unhear()
    refused()
  })
}

/** What an earlier page left behind is sent; the last step is still the last act, unless it took another one back. */
const useLeftBehind = (mayMove: boolean, send: Sending['send']): void => {
  const t = useT()
  useEffect(() => {
    if (!mayMove) return
    const task = unsentMoves.leftBehind().at(-1)
    if (task && !task.undoing) tellDone(t, task, { result: unsentMoves.settled(task), send, resumed: true })
    unsentMoves.resume()
  }, [mayMove, send, t])
}

/** With a `key` of its own, a second try of the same step is recognised. */
type Given = { body: MoveBody; key?: string }
export type Moves = {
  mayMove: boolean
  /** Does the step, or asks for the reason it needs. */
  act: Act
  run: (row: ReservationRow, move: Move, given?: Given) => Promise<Reservation>
  /** One step without a word about it, for whoever says what became of many. */
  send: (task: MoveTask) => Promise<Reservation>
  undo: () => void
}

/** What was asked while the steps went out one after the other may show the state between them. */
const useAskedMeanwhile = (client: QueryClient): void => {
  const waiting = useUnsent().length > 0
  const waited = useRef(false)
  useEffect(() => {
    if (waited.current && !waiting) void client.invalidateQueries({ queryKey: ['reservations'] })
    waited.current = waiting
  }, [client, waiting])
}

/** The life cycle at a host's fingertips (RE2, RE3). `askReason` opens the question that cancel and reject need, and a no-show before its time. */
export const useMoves = (askReason: (row: ReservationRow, move: Move) => void): Moves => {
  const t = useT()
  const client = useQueryClient()
  const mayMove = useAbility().can('update', 'reservation-list')

  const { mutateAsync: give } = useMutation<Reservation, ApiError, MoveTask>({
    meta: { shown: true },
    retry: retryWrite,
    mutationFn: async (task) => {
      const { row, move, body, key } = task
      const refused = (error: ApiError): Promise<Reservation> =>
        asWished(error, row, move).catch(async (why: unknown) => {
          throw await refusedMeanwhile(t, { id: row.id, error: why, ...(task.undoing ? {} : { seen: row.status }) })
        })
      const call = () => api(endpoints[move], { params: { id: row.id }, body }, { idempotencyKey: key }).catch(refused)
      if (patient(task)) unsentMoves.keep(task)
      const { result, behind, overtaken } = await queued(row.id, () => (patient(task) ? unsentMoves.send(task, call) : call()))
      if (!others.has(result)) ownSteps.made(result)
      if (!overtaken) putReservation(client, result)
      // A list asked for while the step before was sent may still be on its way, and shows the state between them.
      if (behind && !overtaken) void client.invalidateQueries({ queryKey: ['reservations'] })
      return result
    },
    onMutate: ({ row, move }) => {
      doneHere(row.id)
      ownSteps.begin(row.id)
      const status = after(move, row.status)
      if (status && (light.includes(move) || unsentMoves.waitsFor(row.id))) show(client, { ...row, status })
    },
    onError: (error, { row, move, key }) => {
      // What had waited is listed, and told with its name.
      if (!unsentMoves.isListed(key)) tellError(error)
      if (light.includes(move)) show(client, row)
      void client.invalidateQueries({ queryKey: ['reservations'] })
    },
    onSettled: (_result, _error, { row }) => ownSteps.end(row.id),
  })

  const mutateAsync = useCallback((task: MoveTask) => give(noted(task)), [give])

  useLeftBehind(mayMove, mutateAsync)

  useAskedMeanwhile(client)

  const run = useCallback(
    async (row: ReservationRow, move: Move, { body, key = randomKey() }: Given = { body: {} }): Promise<Reservation> => {
      const task: MoveTask = { row, move, body, key }
      const result = mutateAsync(task)
      if (!light.includes(move)) await result
      tellDone(t, task, { result, send: mutateAsync })
      return result
    },
    [mutateAsync, t],
  )
  const act = useCallback<Act>(
    (row, move) => {
      if (!mayMove || !after(move, row.status)) return
      if (needsReason(move) || isEarly(move, row)) return askReason(row, move)
      const begin = () => run(row, move).catch(() => undefined)
      const ready = unsentMoves.ready()
      const done = ready === true ? begin() : ready.then((there) => (there ? begin() : undefined))
      if (move === 'seat') seatAtTable(row, done)
    },
    [mayMove, askReason, run],
  )
  return { mayMove, act, run, send: mutateAsync, undo: () => undoManager.undo(t('undo.nothing')) }
}

/** One key per thing that is asked for: a double click or a second try after silence books once, other words book anew. */
export const useSubmissionKey = () => {
  const last = useRef({ bodyKey: '', key: '' })
  return (body: unknown): string => {
    const bodyKey = JSON.stringify(body)
    if (last.current.bodyKey !== bodyKey) last.current = { bodyKey, key: randomKey() }
    return last.current.key
  }
}
