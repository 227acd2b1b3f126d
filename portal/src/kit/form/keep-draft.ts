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
 * Keeps what is typed at `place`, some moments after the last key; answers what ends it. A form that was saved or set back is forgotten at the latest when
 * the keeping ends: otherwise the next opening would show the old text over what is stored.
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
      // A reset tells of itself in several steps: only what it comes to counts.
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
