import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { type AskedAct, type Stay, staySeconds } from '@tablewire/contracts/identity/shared-devices.rules'
import type { ApiError } from './api-error.ts'
import { sessionStore } from './session.ts'

/** Somebody who was let in on this shared tablet; in memory only, so that a page loaded anew is locked. */
export type Inside = { id: string; name: string; token: string; untilMs: number }
export type Maker = Pick<Inside, 'id' | 'name'>
/** Did it while there was no network and nobody was let in: in no name until somebody says that it was his. */
const nobody: Maker = { id: '', name: '' }
/**
 * `person`: an act needs somebody, `only` whoever did it while there was no network; `about`: whom an act was about that nobody was let in for, and
 * that needs somebody of its own; `approval`: a manager for this one act.
 */
export type Ask = { kind: 'person'; only: Maker | undefined; about?: string } | { kind: 'approval'; act: AskedAct; digest: string }
/** With an approval's token, or put aside, to be decided by people, or done by somebody; undefined where nobody wanted to. */
export type Answer = { approval?: string; aside?: true; by?: Maker } | undefined

type State = { inside: Inside | undefined; stay: Stay; waiting: readonly Maker[] }
let state: State = { inside: undefined, stay: 'minute', waiting: [] }
const listeners = new Set<() => void>()
const become = (news: Partial<State>): void => {
  state = { ...state, ...news }
  for (const listener of listeners) listener()
}

/** One act may be several calls: a booking and its table. */
const actPauseMs = 1_500
let actTimer: ReturnType<typeof setTimeout> | undefined
let keypad: ((ask: Ask) => Promise<Answer>) | undefined

type Made = { madeBy?: Maker | undefined; about?: string | undefined }
type Call = Pick<Endpoint, 'method' | 'path'>
/** The keypad's own calls; giving the tablet up is an act like others. */
const isOwn = ({ path }: Call): boolean => path.startsWith('/v1/shared-device/')
const isTablet = (): boolean => sessionStore.get().userData?.device !== undefined

/** One question at a time, in the order of the acts. */
let line: Promise<unknown> = Promise.resolve()
const ask = (question: Ask): Promise<Answer> => {
  const asked = line.then(() => {
    // Whoever was let in for the act before stands for this one as well.
    const { only, about } = question.kind === 'person' ? question : {}
    const here = tablet.now()
    if (question.kind === 'person' && about === undefined && here && (!only || only.id === here.id)) return {}
    // Put off for an act before: one is asked for all that wait.
    if (only && state.waiting.some(({ id }) => id === only.id)) return undefined
    return keypad?.(question)
  })
  line = asked.catch(() => undefined)
  return asked
}

/** Whoever asked stays let in while a manager is fetched, and for the act that is approved. */
let asksManager = false
const askManager = async (about: { act: AskedAct; digest: string }): Promise<Answer> => {
  asksManager = true
  try {
    const given = await ask({ kind: 'approval', ...about })
    if (given?.approval) tablet.touched(Date.now() + staySeconds[state.stay] * 1000)
    return given
  } finally {
    asksManager = false
  }
}

/** Whose acts are put aside at this moment. */
let aside: string | undefined

/** An act of before waits until that person is let in, or it is put aside: nobody else's name is put under it, and it is not lost. */
const untilInside = async (maker: Maker): Promise<Answer> => {
  const given = await ask({ kind: 'person', only: maker })
  if (given) return given.aside ? undefined : {}
  become({ waiting: [...state.waiting, maker] })
  const answer = await new Promise<Answer>((resolve) => {
    const look = (): void => {
      const isIn = tablet.now()?.id === maker.id
      if (!isIn && aside !== maker.id) return
      listeners.delete(look)
      resolve(isIn ? {} : undefined)
    }
    listeners.add(look)
  })
  become({ waiting: state.waiting.filter((one) => one !== maker) })
  return answer
}

/** Several calls about one party are one act. */
let said: { about: string; by: Maker } | undefined
/** Who is let in now need not be who did it: that is asked, act by act. */
const whoDid = async (about: string): Promise<Answer> => {
  if (said?.about === about && said.by.id === tablet.now()?.id) return { by: said.by }
  const given = await ask({ kind: 'person', only: undefined, about })
  const by = tablet.now()
  if (!given || !by) return undefined
  said = { about, by }
  return { by }
}

/** What a shared tablet adds to the calls of the portal: who acts, and the keypad where the server asks for one. */
export const tablet = {
  get: (): State => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  },
  now: (): Inside | undefined => (state.inside && state.inside.untilMs > Date.now() ? state.inside : undefined),
  enter: (inside: Inside): void => {
    clearTimeout(actTimer)
    become({ inside })
  },
  leave: (): void => {
    clearTimeout(actTimer)
    if (state.inside) become({ inside: undefined })
  },
  /** Nobody has touched it for so long that whoever was let in is out. */
  isOver: (): boolean => tablet.now() === undefined && !asksManager,
  touched: (untilMs: number): void => {
    if (state.inside) state = { ...state, inside: { ...state.inside, untilMs } }
  },
  /** What waits for that person is refused, and listed for people to decide. */
  putAside: ({ id }: Maker): void => {
    aside = id
    become({})
    aside = undefined
  },
  setStay: (stay: Stay): void => {
    if (stay !== state.stay) become({ stay })
  },
  onAsk: (handler: (question: Ask) => Promise<Answer>): (() => void) => {
    keypad = handler
    return () => {
      if (keypad === handler) keypad = undefined
    }
  },
  /** Whose an act is that is kept until there is a network; undefined where it is the session's own. */
  maker: (): Maker | undefined => (state.inside ? { id: state.inside.id, name: state.inside.name } : isTablet() ? nobody : undefined),
  /** Before an act is shown as done: true, or whether somebody is let in for it. Without a network nobody can be asked. */
  ready: (away: boolean): true | Promise<boolean> =>
    !isTablet() || tablet.now() || away ? true : ask({ kind: 'person', only: undefined }).then((given) => given !== undefined),
  /** An act of before goes in the name of whoever did it, or in none, which the server refuses. */
  headers: (maker: Maker | undefined, approval: string | undefined): Record<string, string> => {
    const { inside } = state
    return {
      ...(inside && (!maker || maker.id === inside.id) ? { 'tablewire-act': inside.token } : {}),
      ...(approval ? { 'tablewire-approval': approval } : {}),
    }
  },
  acted: (call: Call): void => {
    if (call.method === 'GET' || isOwn(call) || !isTablet() || state.stay !== 'act') return
    clearTimeout(actTimer)
    actTimer = setTimeout(tablet.leave, actPauseMs)
  },
  /** What is to be done about a call that failed: undefined = nothing, it has failed. */
  settle: async (error: ApiError, call: Call, { madeBy: maker, about = '' }: Made = {}): Promise<Answer> => {
    if (!isTablet() || isOwn(call)) return undefined
    if (error.code === 'shared_device.approval_needed') return askManager(error.details as { act: AskedAct; digest: string })
    if (error.code !== 'shared_device.person_needed') return undefined
    if (maker?.id === nobody.id) return whoDid(about)
    // The token that went with it is over; of another person's none went.
    if (!maker || maker.id === state.inside?.id) become({ inside: undefined })
    return maker ? untilInside(maker) : ask({ kind: 'person', only: undefined })
  },
}

sessionStore.onEnd(() => {
  said = undefined
  become({ inside: undefined, waiting: [] })
})
