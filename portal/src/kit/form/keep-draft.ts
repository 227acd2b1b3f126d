import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { type StoredDraft, writeStoredDraft } from './stored-draft.ts'

type Keeping<F> = {
  /** Whether something unsaved stands in the form already. */
  dirty: boolean
  /** What to keep, asked when it is kept. */
  typed: () => Omit<StoredDraft<F>, 'at'>
  /** The form is what is stored again. */
  onClean: () => void
}

const pauseMs = 400

/**
 * Autosaves a draft at `place`, debounced; returns the function that ends it. The draft of a form that was saved or reset is deleted by then at the
 * latest: otherwise the next opening would show the old text over what is stored.
 */
export const keepDraft = <F extends FieldValues, P>(
  form: Pick<UseFormReturn<F>, 'subscribe'>,
  place: string,
  { dirty: begun, typed, onClean }: Keeping<P>,
): (() => void) => {
  let dirty = begun
  let timer: ReturnType<typeof setTimeout> | undefined
  const keep = (): void => {
    timer = undefined
    if (dirty) return writeStoredDraft(place, typed())
    writeStoredDraft(place, undefined)
    onClean()
  }
  const stop = form.subscribe({
    formState: { values: true, isDirty: true },
    callback: ({ isDirty = dirty }) => {
      dirty = isDirty
      clearTimeout(timer)
      // A reset triggers several change events: only the final state counts.
      timer = setTimeout(keep, isDirty ? pauseMs : 0)
    },
  })
  const leave = (): void => {
    if (dirty) keep()
  }
  const leavings = ['pagehide', 'tablewire:keep-drafts'] as const
  for (const leaving of leavings) addEventListener(leaving, leave)
  return () => {
    stop()
    for (const leaving of leavings) removeEventListener(leaving, leave)
    clearTimeout(timer)
    if (timer !== undefined && !dirty) keep()
  }
}
