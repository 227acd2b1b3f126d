import type { PageState } from './page-state.ts'
import { tried } from './typed.ts'

type Held = { note: (state: PageState) => void; /** Where the guest goes on. */ again: () => string | undefined }
/**
 * What a guest holds, for a page within somebody else's: loaded anew, that begins at its link, where the table that is held for him is one that is taken.
 * The page by itself has it in its address.
 */
export const heldAt = ({ base, carried, step: first }: PageState): Held => {
  const key = `tablewire held ${base}`
  return {
    note: ({ step }) =>
      tried(() => {
        if (step.kind === 'details' && step.asks === null)
          sessionStorage.setItem(key, JSON.stringify({ token: step.held, untilMs: Date.now() + step.heldForMs }))
        if (step.kind === 'done') sessionStorage.removeItem(key)
      }),
    again: () => {
      if (window.parent === window || first.kind !== 'times') return undefined
      const held = tried(() => JSON.parse(sessionStorage.getItem(key) ?? 'null') as { token: string; untilMs: number } | null)
      if (!held || held.untilMs < Date.now()) return undefined
      const query = new URLSearchParams([...carried.map(([name, value]) => [name, value]), ['held', held.token]])
      return `${base}/details?${query.toString()}`
    },
  }
}
