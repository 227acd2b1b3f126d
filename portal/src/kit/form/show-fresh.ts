import type { DefaultValues, FieldValues, UseFormReturn } from 'react-hook-form'
import { merged } from './stale.ts'

type Fresh<F> = {
  /** What the form held when the fresh version was asked for: what it holds otherwise by now was typed meanwhile. */
  before: F
  fresh: F
}

/** The form shows a fresh version; what was typed while it was on its way stays, unsaved. */
export const showFresh = <F extends FieldValues>(
  form: Pick<UseFormReturn<F>, 'getValues' | 'reset'>,
  { before, fresh }: Fresh<F>,
): void => {
  const mine = form.getValues()
  // What was not sent, as a field that is switched off, was not typed either.
  const now = merged({ ...mine, ...before }, fresh, { mine, choices: {} })
  form.reset(fresh as DefaultValues<F>)
  form.reset(now as DefaultValues<F>, { keepDefaultValues: true })
}
