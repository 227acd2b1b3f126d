import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'
import { draftPlace, type Kept, readKept, writeKept } from './kept.ts'

type DraftOptions<F> = {
  /** What is being edited: `venue:0192…:details`. */
  key: string
  /** Who edits (`userData.id`): another person on the same device never sees it. */
  owner: string
  /** The version of what is being edited; 0 for something new. */
  of: number
  /** What of it is kept where secrets stand among it, e.g. without passwords; everything unless said. */
  keep?: (values: F) => Partial<F>
  /** For what is about this evening only. */
  hoursMax?: number
}

const pauseMs = 400

/**
 * What is typed survives a reload, a crash and a session that ran out. `restored`: the form shows what was typed before and is not saved; `of`: the version it
 * was typed on, to be sent with the save, so that a change made meanwhile by somebody else is noticed; `base`: what stood there, for telling his from one's own. After a save call `form.reset(fresh)`: nothing is kept then.
 */
export const useDraft = <F extends FieldValues>(
  form: UseFormReturn<F>,
  { key, owner, of, keep: part = (values) => values, hoursMax }: DraftOptions<F>,
) => {
  const place = draftPlace(owner, key)
  const [found, setFound] = useState<Kept<Partial<F>>>()
  const typedOn = useRef<Pick<Kept<Partial<F>>, 'of' | 'base'>>({ of })
  const { subscribe, reset, getValues, formState } = form
  const defaultValues = formState.defaultValues as F
  const began = useRef(defaultValues)
  began.current = defaultValues
  useEffect(() => {
    const kept = readKept<Partial<F>>(place, hoursMax)
    typedOn.current = kept ?? { of }
    setFound(kept)
    if (kept) reset({ ...getValues(), ...kept.values }, { keepDefaultValues: true })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each thing that is edited
  }, [place])
  const dirty = useRef(formState.isDirty)
  useEffect(() => {
    dirty.current = formState.isDirty
    if (!formState.isDirty && !readKept(place)) typedOn.current = { of }
  }, [formState.isDirty, of, place])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = (): void => {
      const { of: version, base = part(began.current) } = typedOn.current
      writeKept(place, dirty.current ? { of: version, base, values: part(getValues()) } : undefined)
      if (!dirty.current) {
        typedOn.current = { of }
        setFound(undefined)
      }
    }
    const stop = subscribe({
      formState: { values: true, isDirty: true },
      callback: ({ isDirty = dirty.current }) => {
        dirty.current = isDirty
        clearTimeout(timer)
        timer = setTimeout(keep, isDirty ? pauseMs : 0)
      },
    })
    const leave = (): void => {
      if (dirty.current) keep()
    }
    const leavings = ['pagehide', 'tablewire:keep-drafts'] as const
    for (const leaving of leavings) addEventListener(leaving, leave)
    return () => {
      clearTimeout(timer)
      stop()
      for (const leaving of leavings) removeEventListener(leaving, leave)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- what is kept of a form is written down beside it, not computed
  }, [getValues, of, place, subscribe])
  const drop = useCallback(() => {
    writeKept(place, undefined)
    setFound(undefined)
    reset(defaultValues)
  }, [defaultValues, place, reset])
  return { restored: found !== undefined, of: found?.of ?? of, base: { ...defaultValues, ...found?.base }, drop }
}
