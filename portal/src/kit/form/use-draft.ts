import { useCallback, useEffect, useRef, useState } from 'react'
import type { FieldValues, UseFormReturn } from 'react-hook-form'

type Kept<F> = { of: number; values: F }
type DraftOptions<F> = {
  /** What is being edited: `venue:0192…:details`. */
  key: string
  /** Who edits (`userData.id`): another person on the same device never sees it. */
  owner: string
  /** The version of what is being edited; 0 for something new. */
  of: number
  /** Fields that are never kept, e.g. passwords. */
  omit?: readonly (keyof F & string)[]
}

const pauseMs = 400
const read = <F>(place: string): Kept<F> | undefined => {
  try {
    return (JSON.parse(localStorage.getItem(place) ?? 'null') as Kept<F> | null) ?? undefined
  } catch {
    return undefined
  }
}
const write = (place: string, kept: unknown): void => {
  try {
    if (kept === undefined) localStorage.removeItem(place)
    else localStorage.setItem(place, JSON.stringify(kept))
  } catch {
    // Full or forbidden storage: what is typed lives as long as this page.
  }
}

/**
 * What is typed survives a reload, a crash and a session that ran out. `restored`: the form shows what was typed before and is not saved; `of`: the version it
 * was typed on, to be sent with the save, so that a change made meanwhile by somebody else is noticed. After a save call `form.reset(fresh)`: nothing is kept then.
 */
export const useDraft = <F extends FieldValues>(form: UseFormReturn<F>, { key, owner, of, omit = [] }: DraftOptions<F>) => {
  const place = `tablewire:draft:${owner}:${key}`
  const [found, setFound] = useState<Kept<F>>()
  const typedOn = useRef(of)
  const { subscribe, reset, getValues, formState } = form
  const { defaultValues } = formState
  useEffect(() => {
    const kept = read<F>(place)
    typedOn.current = kept?.of ?? of
    setFound(kept)
    if (kept) reset({ ...getValues(), ...kept.values }, { keepDefaultValues: true })
    // oxlint-disable-next-line react/exhaustive-deps -- once for each thing that is edited
  }, [place])
  const dirty = useRef(formState.isDirty)
  useEffect(() => {
    dirty.current = formState.isDirty
    if (!formState.isDirty && !read(place)) typedOn.current = of
  }, [formState.isDirty, of, place])
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const keep = (): void => {
      const values = Object.fromEntries(Object.entries(getValues()).filter(([name]) => !omit.includes(name)))
      write(place, dirty.current ? { of: typedOn.current, values } : undefined)
      if (!dirty.current) {
        typedOn.current = of
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
    addEventListener('pagehide', leave)
    return () => {
      clearTimeout(timer)
      stop()
      removeEventListener('pagehide', leave)
    }
    // oxlint-disable-next-line react/exhaustive-deps -- the list of fields left out is written down, not computed
  }, [getValues, of, place, subscribe])
  const drop = useCallback(() => {
    write(place, undefined)
    setFound(undefined)
    reset(defaultValues as F)
  }, [defaultValues, place, reset])
  return { restored: found !== undefined, of: found?.of ?? of, drop }
}
