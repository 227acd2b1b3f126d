import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { keepDraft } from './keep-draft.ts'
import { draftKey, type StoredDraft, readStoredDraft, writeStoredDraft } from './stored-draft.ts'

type DraftOptions<F> = {
  /** What is being edited: `venue:0192…:details`. */
  key: string
  /** Who edits (`userData.id`): another person on the same device never sees it. */
  owner: string
  /** The version of what is being edited; 0 for something new. */
  of: number
  /** What of it is stored where secrets are among it, e.g. without passwords; everything unless stated. */
  keep?: (values: F) => Partial<F>
  /** Short retention: for what is about this evening only. */
  hoursMax?: number
}

/**
 * Drafts survive a reload, a crash and an expired session. `restored`: the form shows an unsaved draft; `of`: the version it was typed on, to be sent
 * with the save (optimistic lock), so that a concurrent change is noticed; `base`: the values of that version, for the three-way comparison. After a
 * save call `form.reset(fresh)`: the draft is deleted then.
 */
export const useDraft = <F extends FieldValues>(
  form: UseFormReturn<F>,
  { key, owner, of, keep: part = (values) => values, hoursMax }: DraftOptions<F>,
) => {
  const place = draftKey(owner, key)
  const [found, setFound] = useState<StoredDraft<Partial<F>>>()
  const typedOn = useRef<Pick<StoredDraft<Partial<F>>, 'of' | 'base'>>({ of })
  const { subscribe, reset, getValues, formState } = form
  const defaultValues = formState.defaultValues as F
  const began = useRef(defaultValues)
  began.current = defaultValues
  useEffect(() => {
    const kept = readStoredDraft<Partial<F>>(place, hoursMax)
    typedOn.current = kept ?? { of }
    setFound(kept)
    if (kept) reset({ ...getValues(), ...kept.values }, { keepDefaultValues: true })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each thing that is edited
  }, [place])
  useEffect(() => {
    if (!formState.isDirty && !readStoredDraft(place)) typedOn.current = { of }
  }, [formState.isDirty, of, place])
  const version = useRef(of)
  version.current = of
  useEffect(
    () =>
      keepDraft({ subscribe }, place, {
        dirty: formState.isDirty,
        typed: () => {
          const { of: since, base = part(began.current) } = typedOn.current
          return { of: since, base, values: part(getValues()) }
        },
        onClean: () => {
          typedOn.current = { of: version.current }
          setFound(undefined)
        },
      }),
    // oxlint-disable-next-line react/exhaustive-deps -- a save brings a new version and must not interrupt what forgets the draft
    [getValues, place, subscribe],
  )
  const drop = useCallback(() => {
    writeStoredDraft(place, undefined)
    setFound(undefined)
    reset(defaultValues)
  }, [defaultValues, place, reset])
  // The draft may be saved already: then there is nothing to restore.
  const typed = formState.isDirty ? found : undefined
  return { restored: typed !== undefined, of: typed?.of ?? of, base: { ...defaultValues, ...typed?.base }, drop }
}
