import type { PageState } from './page-state.ts'

type Answer = { state: PageState; /** Where the guest is now; undefined = where he was. */ url: string | undefined }

/** Pauses before a question is asked again that found no connection. */
const pausesMs = [700, 1500, 3000]

const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms))

const once = async (url: string, body: URLSearchParams | undefined): Promise<Answer | undefined> => {
  const answer = await fetch(url, { headers: { accept: 'application/json' }, ...(body ? { method: 'POST', body } : {}) })
  // A proxy on the way may answer with a page or an error of its own.
  if (!answer.headers.get('content-type')?.startsWith('application/json')) return undefined
  const state = (await answer.json()) as Partial<PageState>
  // The server is busy or its database is away: what was typed stays where it is, and the question is asked again.
  const isAway = answer.status === 503 && state.step?.kind === 'stop'
  if (!state.step || isAway) return undefined
  return { state: state as PageState, url: body && !answer.redirected ? undefined : answer.url }
}

/** What a form or a link leads to, as data; asked again over an outage where that is harmless. Undefined = there is no connection. */
export const load = async (url: string, body: URLSearchParams | undefined, { again }: { again: boolean }): Promise<Answer | undefined> => {
  for (const pauseMs of again ? [0, ...pausesMs] : [0]) {
    if (pauseMs) await wait(pauseMs)
    const answer = await once(url, body).catch(() => undefined)
    if (answer) return answer
  }
  return undefined
}
