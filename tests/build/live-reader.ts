import { setTimeout as sleep } from 'node:timers/promises'

export type LiveEvent = {
  id: string
  message: { type: string; venueId: string | null; id: string | null; kind: string | null }
  atMs: number
}
export type LiveReader = {
  readonly heard: readonly LiveEvent[]
  /** Events with a name of their own: whether the database is there. */
  readonly turns: readonly string[]
  /** The id of the last event, to resume from. */
  lastId(): string
  /** The first message that fits, awaited; undefined when it does not come in time. */
  until(fits: (heard: LiveEvent) => boolean, withinMs?: number): Promise<LiveEvent | undefined>
  /** Settles when the stream has ended, whoever ended it: true = in good order, false = torn. */
  readonly ended: Promise<boolean>
  close(): void
}

/** An open `GET /v1/live`, read as a browser's EventSource reads it. */
export const aLiveReader = async (url: string, token: string, lastEventId?: string): Promise<LiveReader> => {
  const leaving = new AbortController()
  const answer = await fetch(`${url}/v1/live`, {
    headers: { authorization: `Bearer ${token}`, ...(lastEventId === undefined ? {} : { 'last-event-id': lastEventId }) },
    signal: leaving.signal,
  })
  if (answer.status !== 200) throw new Error(`the stream answered ${answer.status} ${await answer.text()}`)
  const heard: LiveEvent[] = []
  const turns: string[] = []
  let last = lastEventId ?? ''
  const read = (block: string): void => {
    const id = /^id: (.*)$/m.exec(block)?.[1]
    const data = /^data: (.*)$/m.exec(block)?.[1]
    if (id !== undefined) last = id
    const name = /^event: (.*)$/m.exec(block)?.[1]
    if (name !== undefined) turns.push(name)
    else if (data !== undefined) heard.push({ id: last, message: JSON.parse(data) as LiveEvent['message'], atMs: performance.now() })
  }
  const listen = async (): Promise<boolean> => {
    let rest = ''
    try {
      for await (const text of answer.body!.pipeThrough(new TextDecoderStream())) {
        const blocks = (rest + text).split('\n\n')
        rest = blocks.pop()!
        for (const block of blocks) read(block)
      }
      return true
    } catch {
      return false
    }
  }
  return {
    heard,
    turns,
    lastId: () => last,
    until: async (fits, withinMs = 120_000) => {
      const end = performance.now() + withinMs
      for (;;) {
        const found = heard.find(fits)
        if (found || performance.now() > end) return found
        await sleep(5)
      }
    },
    ended: listen(),
    close: () => leaving.abort(),
  }
}
