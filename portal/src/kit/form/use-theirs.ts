import { useCallback, useState } from 'react'

/** A save by somebody else; `by` is null where the reader may not know the name. */
export type SaveMeanwhile = { readonly by: string | null; readonly at: string }
const none: readonly SaveMeanwhile[] = []

/** Who saved meanwhile, as the refusal of a stale version tells it, newest first; whoever saved twice stands there once. */
export const savesOf = (error: unknown): readonly SaveMeanwhile[] => {
  const { saves = none } = (error as { details?: { saves?: readonly SaveMeanwhile[] } } | null)?.details ?? {}
  return saves.filter(({ by }, index) => saves.findIndex((save) => save.by === by) === index)
}

/** As somebody else saved it while this form was open, and who did. */
export const useTheirs = <T>() => {
  const [met, setMet] = useState<{ theirs: T; saves: readonly SaveMeanwhile[] }>()
  const meet = useCallback((error: unknown, theirs: T | undefined) => setMet(theirs && { theirs, saves: savesOf(error) }), [])
  const drop = useCallback(() => setMet(undefined), [])
  return { theirs: met?.theirs, saves: met?.saves ?? none, meet, drop }
}
