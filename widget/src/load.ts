import type { PageState } from './page-state.ts'

type Answer = { state: PageState; /** Where the guest is now; undefined = where he was. */ url: string | undefined }
/** `away`: a server answered that it cannot just now; else there is no connection. */
type Silence = { state?: undefined; away: boolean }

/** Pauses before a question is asked again that found no connection. */
const pausesMs = [700, 1500, 3000]
/** And over what a server says will pass: a restaurant that just moves to another one takes some seconds. */
const awayPausesMs = [...pausesMs, 5000, 8000]

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const once = async (url: string, body: URLSearchParams | undefined): Promise<Answer | Silence> => {
  const answer = await fetch(url, { headers: { accept: 'application/json' }, ...(body ? { method: 'POST', body } : {}) })
  // A proxy on the way may answer with a page or an error of its own.
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return { away: answer.status === 503 }
  const state = (await answer.json()) as Partial<PageState>
  // The server is busy or its database is away: what was typed stays where it is, and the question is asked again.
  const isAway = answer.status === 503 && state.step?.kind === 'stop'
  if (!state.step || isAway) return { away: answer.status >= 500 }
  return { state: state as PageState, url: body && !answer.redirected ? undefined : answer.url }
}

/** What a form or a link leads to, as data; asked again over an outage where that is harmless. */
export const load = async (url: string, body: URLSearchParams | undefined, { again }: { again: boolean }): Promise<Answer | Silence> => {
  let silence: Silence = { away: false }
  const pauses = (): readonly number[] => (again ? (silence.away ? awayPausesMs : pausesMs) : [])
  for (let tries = 0; tries <= pauses().length; tries++) {
    if (tries) await wait(pauses()[tries - 1]!)
    const answer = await once(url, body).catch(() => ({ away: false }))
    if ('state' in answer && answer.state) return answer
    silence = answer
  }
  return silence
}
