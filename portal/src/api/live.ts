import type { LiveMessage } from '@tablewire/contracts/operations/live'
import { useEffect, useEffectEvent, useSyncExternalStore } from 'react'
import { errorOfAnswer } from './api-error.ts'
import { authorized } from './client.ts'
import { eventsOf } from './event-stream.ts'
import { firstCursor, forgetCursor, noteMoment } from './live-cursor.ts'
import { queryClient } from './query.ts'
import { sessionStore } from './session.ts'

export type LiveState = 'live' | 'connecting' | 'offline'
type Listener = (message: LiveMessage) => void

/** The server sends a heartbeat at least this often. */
const silentMs = 45_000
const longestPauseMs = 20_000
/** A hidden tab closes its stream: browsers allow six connections per host over HTTP/1.1, for all tabs together. */
const hiddenMs = 60_000
/** All pages of all servers that share a database hear in one moment that it is back, and load anew. */
const returnMs = 3_000

const listeners = new Set<Listener>()
const stateListeners = new Set<() => void>()
let state: LiveState = 'connecting'
let cursor: string | undefined
let running: AbortController | undefined
let stopTimer: ReturnType<typeof setTimeout> | undefined

/** The server is reached, and cannot answer: its database is away. */
let mute = false
/** That the last try to open the stream heard so. */
let refused = false
let lastLive = 0
/** When live messages last arrived; 0 = never. */
export const liveUntil = (): number => (state === 'live' ? Date.now() : lastLive)

const become = (next: LiveState, isMute = false): void => {
  if (state === next && mute === isMute) return
  lastLive = liveUntil()
  state = next
  mute = isMute
  for (const listener of stateListeners) listener()
}

const deliver = (text: string): void => {
  const message = JSON.parse(text) as LiveMessage
  noteMoment(message.at)
  if (message.type === 'reset') void queryClient.invalidateQueries()
  for (const listener of listeners) listener(message)
}

/** What the server says of its database; the line itself stays. */
const hearTurns = () => {
  let returning: ReturnType<typeof setTimeout> | undefined
  return {
    hear: (name: string): void => {
      clearTimeout(returning)
      if (name === 'away') become('offline', true)
      if (name === 'back') returning = setTimeout(become, Math.random() * returnMs, 'live')
    },
    end: (): void => clearTimeout(returning),
  }
}

/** Reads until the stream ends, breaks or misses a heartbeat. */
const readOnce = async (stopped: AbortSignal): Promise<void> => {
  const silence = new AbortController()
  const giveUp = (): void => silence.abort()
  let timer = setTimeout(giveUp, silentMs)
  const alive = (): void => {
    clearTimeout(timer)
    timer = setTimeout(giveUp, silentMs)
  }
  // The connection may seem open for minutes after the network has gone; the browser's offline event comes at once.
  addEventListener('offline', giveUp)
  const turns = hearTurns()
  refused = false
  try {
    cursor ??= firstCursor()
    const headers = { accept: 'text/event-stream', ...(cursor === undefined ? {} : { 'last-event-id': cursor }) }
    const response = await authorized('/v1/live', { headers, signal: AbortSignal.any([stopped, silence.signal]) })
    if (response.status === 401) sessionStore.end({ error: errorOfAnswer(401, 'GET', await response.json().catch(() => undefined)) })
    // Without any permission there is nothing to subscribe to.
    if (response.status === 403) stop()
    refused = response.status === 503
    if (!response.ok || !response.body) throw new Error(`live ${response.status}`)
    become('live')
    for await (const event of eventsOf(response.body, alive)) {
      if (event.id !== undefined) cursor = event.id
      if (event.name !== undefined) turns.hear(event.name)
      else if (event.data !== '') deliver(event.data)
    }
  } finally {
    clearTimeout(timer)
    turns.end()
    removeEventListener('offline', giveUp)
  }
}

const pause = (ms: number, stop: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, ms)
    addEventListener('online', done)
    stop.addEventListener('abort', done)
  })

const run = async (stop: AbortSignal): Promise<void> => {
  let failures = 0
  while (!stop.aborted) {
    const startedAt = Date.now()
    try {
      await readOnce(stop)
    } catch {
      // Whatever broke it: reconnect after a pause, and resume at the last cursor.
    }
    if (stop.aborted) return
    failures = Date.now() - startedAt > 10_000 ? 1 : failures + 1
    become(navigator.onLine && failures < 3 ? 'connecting' : 'offline', refused)
    // Half of the pause is jitter, so that a restarted server does not get all reconnects at once.
    const longest = Math.min(longestPauseMs, 500 * 2 ** Math.min(failures, 6))
    await pause(longest / 2 + (Math.random() * longest) / 2, stop)
  }
}

const start = (): void => {
  clearTimeout(stopTimer)
  if (running || listeners.size === 0 || document.visibilityState === 'hidden') return
  running = new AbortController()
  become('connecting')
  void run(running.signal)
}
const stop = (): void => {
  running?.abort()
  running = undefined
}
const stopSoon = (ms: number): void => {
  clearTimeout(stopTimer)
  stopTimer = setTimeout(stop, ms)
}

document.addEventListener('visibilitychange', () => (document.visibilityState === 'hidden' ? stopSoon(hiddenMs) : start()))
const forget = (): void => {
  stop()
  cursor = undefined
  forgetCursor()
}
const startAnew = (): void => {
  forget()
  start()
}
sessionStore.onEnd(forget)
// What one person may hear is not for the next one: another tab may act as a customer, or have come back (AC8).
let hearer = sessionStore.get().userData?.id
sessionStore.subscribe(() => {
  const id = sessionStore.get().userData?.id
  if (id === undefined || id === hearer) return
  if (hearer !== undefined) startAnew()
  // Messages from before the sign-in are not replayed.
  else forgetCursor()
  hearer = id
})

/** Subscribes to live messages while mounted. They say what changed; the listener decides what to refetch. `reset` refetches all queries by itself. */
export const useLive = (listener: Listener): void => {
  const hear = useEffectEvent(listener)
  useEffect(() => {
    const own: Listener = (message) => hear(message)
    listeners.add(own)
    start()
    return () => {
      listeners.delete(own)
      if (listeners.size === 0) stopSoon(2_000)
    }
  }, [])
}

export const liveState = (): LiveState => state

export const onLiveState = (listener: () => void): (() => void) => {
  stateListeners.add(listener)
  return () => void stateListeners.delete(listener)
}

export const useLiveState = (): LiveState => useSyncExternalStore(onLiveState, liveState)
/** Reached, and nevertheless away. */
export const useServerMute = (): boolean => useSyncExternalStore(onLiveState, () => mute)
