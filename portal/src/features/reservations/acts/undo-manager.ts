import { sessionStore } from '#src/api/session.ts'
import { toast, type ToastAction } from '#src/kit/toasts.ts'

type Act = {
  notice: number
  undo: ToastAction | undefined
  takeBack: (() => Promise<string>) | undefined
  /** Why it cannot be taken back, and what helps instead. */
  cannot: string
}

export type Done = Pick<Act, 'takeBack' | 'cannot'> & {
  /** What was done, for the notice. */
  text: string
  /** The button that takes it back. */
  label: string
  more?: ToastAction
}

let last: Act | undefined

/** Takes the Undo off the notice of an act that is no longer the last one. */
const letGo = (act: Act | undefined): void => {
  if (act?.undo) toast.retire(act.notice, act.undo)
  if (last === act) last = undefined
}

const takeBack = async (act: Act): Promise<void> => {
  if (last !== act || !act.takeBack) return
  letGo(act)
  toast.dismiss(act.notice)
  try {
    toast.info(await act.takeBack())
  } catch {
    // The refusal stands in a notice already; with the line back, the same act may be tried again, unless another came since.
    last ??= act
  }
}

/** What was done last, whatever it was: the key and the newest notice take back this act and no other (RE3). */
export const undoManager = {
  /** Answers what to do if the server says no after all. */
  done: ({ text, label, more, takeBack: back, cannot }: Done): (() => void) => {
    letGo(last)
    const undo = back && { label, run: () => void takeBack(act) }
    const actions = [more, undo].filter((one) => one !== undefined)
    const act: Act = { notice: toast.success(text, ...actions), undo, takeBack: back, cannot }
    last = act
    return () => {
      letGo(act)
      toast.dismiss(act.notice)
    }
  },
  /** What follows from the act just done is taken back before it; answers how its notice tells of it. */
  also: (back: () => Promise<void>): ((text: string) => void) => {
    const act = last
    const first = act?.takeBack
    if (!act || !first) return () => undefined
    act.takeBack = async () => {
      await back()
      return first()
    }
    return (text) => toast.reword(act.notice, text)
  },
  undo: (nothing: string): void => {
    if (last?.takeBack) void takeBack(last)
    else toast.info(last?.cannot ?? nothing)
  },
}

// Whoever comes next takes back nothing of whoever went.
sessionStore.onEnd(() => letGo(last))
