import { ApiError } from '#src/api/api-error.ts'
import { sessionStore } from '#src/api/session.ts'
import { toast, type ToastAction, type ToastTone } from '#src/kit/toasts.ts'

type Act = {
  notice: number
  undo: ToastAction | undefined
  takeBack: (() => Promise<string>) | undefined
  /** Why it cannot be taken back, and what helps instead. */
  cannot: string
  /** What it was done to. */
  of: string | undefined
  at: number
}

export type Done = Pick<Act, 'takeBack' | 'cannot'> & {
  /** What was done, for the notice. */
  text: string
  /** The button that takes it back. */
  label: string
  more?: ToastAction
  of?: string
}

/** What came about beside an act, as its notice tells it. */
export type Beside = { text: string; tone?: ToastTone; first?: readonly ToastAction[] }

/** An act is taken back while somebody may still have it in mind, and not hours later by a key pressed by mistake. */
const keptMs = 10 * 60_000
const keptMost = 20

/** The newest is the last. */
let acts: Act[] = []

const kept = (): Act[] => {
  acts = acts.filter(({ at }) => Date.now() - at < keptMs).slice(-keptMost)
  return acts
}
const retire = (act: Act | undefined): void => {
  if (act?.undo) toast.retire(act.notice, act.undo)
}
const letGo = (act: Act): void => {
  retire(act)
  acts = acts.filter((one) => one !== act)
}

const takeBack = async (act: Act): Promise<void> => {
  if (!acts.includes(act) || !act.takeBack) return
  const at = acts.indexOf(act)
  letGo(act)
  toast.dismiss(act.notice)
  try {
    toast.info(await act.takeBack())
  } catch (error) {
    // The refusal stands in a notice already. With the line back the same act may be tried again; what was refused for good makes way for the one before.
    if (!(error instanceof ApiError) || error.passing) acts = acts.toSpliced(at, 0, act)
  }
}

/** What was done in the last minutes: the key takes it back act by act, the newest first, and each notice its own (RE3). */
export const undoManager = {
  /** Answers what to do if the server says no after all, and how its notice tells what else came of it. */
  done: ({ text, label, more, takeBack: back, cannot, of }: Done): { refused: () => void; tell: (beside: Beside) => void } => {
    // Of several acts on one party the last is taken back first; the others wait for the key.
    if (of !== undefined) for (const one of kept()) if (one.of === of) retire(one)
    const undo = back && { label, run: () => void takeBack(act) }
    const actions = [more, undo].filter((one) => one !== undefined)
    const act: Act = { notice: toast.success(text, ...actions), undo, takeBack: back, cannot, of, at: Date.now() }
    acts = [...kept(), act]
    return {
      refused: () => {
        letGo(act)
        toast.dismiss(act.notice)
      },
      tell: ({ text: words, ...beside }) => toast.reword(act.notice, words, beside),
    }
  },
  /** What follows from the act just done is taken back before it; answers how its notice tells of it. */
  also: (back: () => Promise<void>): ((beside: Beside) => void) => {
    const act = acts.at(-1)
    const first = act?.takeBack
    if (!act || !first) return () => undefined
    act.takeBack = async () => {
      await back()
      return first()
    }
    return ({ text, ...beside }) => toast.reword(act.notice, text, beside)
  },
  undo: (nothing: string): void => {
    const act = kept().at(-1)
    if (act?.takeBack) return void takeBack(act)
    // Said once; what came before it can still be taken back.
    if (act) letGo(act)
    toast.info(act?.cannot || nothing)
  },
}

// Whoever comes next takes back nothing of whoever went.
sessionStore.onEnd(() => {
  for (const act of acts) letGo(act)
})
