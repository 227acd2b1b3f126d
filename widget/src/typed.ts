import { typedForm } from './details-view.ts'
import type { FieldName, PageState } from './page-state.ts'

type Values = Partial<Record<FieldName, string>>
const names: readonly string[] = [
  'firstName',
  'lastName',
  'email',
  'phone',
  'allergies',
  'notes',
  'occasion',
  'optIn',
] satisfies FieldName[]
/** Whoever sits at this device later is somebody else. */
const keptForMs = 1_800_000

/** Storage may be closed to us, as within other people's pages; then the page alone remembers. */
export const tried = <T>(work: () => T): T | undefined => {
  try {
    return work()
  } catch {
    return undefined
  }
}

type Typed = {
  /** False = that was no form of who comes. */ keep: (form: HTMLFormElement | null) => boolean
  /** The page with what was typed before, where it says nothing itself. */ into: (state: PageState) => PageState
  has: () => boolean
}
/**
 * What a guest has typed of himself: another time, Back, Forward and a page that is loaded anew empty nothing (3.3.7). Of this venue and in this tab alone,
 * for half an hour, and gone once it is booked.
 */
export const typedAt = ({ base }: PageState): Typed => {
  const key = `tablewire typed ${base}`
  const stored = tried(() => JSON.parse(sessionStorage.getItem(key) ?? '{}') as { atMs?: number; values?: Values })
  let atMs = stored?.atMs ?? 0
  let values = stored?.values ?? {}
  const forget = (): void => {
    values = {}
    tried(() => sessionStorage.removeItem(key))
  }
  const has = (): boolean => {
    if (Date.now() - atMs > keptForMs) forget()
    return Object.keys(values).length > 0
  }
  return {
    has,
    keep: (form) => {
      if (form?.id !== typedForm) return false
      const fields = [...form.elements] as HTMLInputElement[]
      const now = fields
        .filter(({ name }) => names.includes(name))
        .map(({ name, type, checked, value }) => [name, type === 'checkbox' && !checked ? '' : value])
      values = { ...values, ...(Object.fromEntries(now) as Values) }
      atMs = Date.now()
      tried(() => sessionStorage.setItem(key, JSON.stringify({ atMs, values })))
      return true
    },
    into: (state) => {
      const { step } = state
      // Until he has pressed the button of his mail he may have to correct its address.
      if ((step.kind === 'done' && step.status !== 'verify') || (step.kind === 'wait' && step.joined)) forget()
      if (step.kind === 'done' && step.mail && step.mail.values.email === undefined && has() && values.email)
        return { ...state, step: { ...step, mail: { ...step.mail, values: { email: values.email } } } }
      const asks = step.kind === 'details' || step.kind === 'wait'
      return asks && !Object.keys(step.values).length && has() ? { ...state, step: { ...step, values } } : state
    },
  }
}
