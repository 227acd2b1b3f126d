import { type ComponentType, useEffect, useState } from 'react'
import { ErrorState } from './ErrorState.tsx'
import { toast } from './toasts.ts'
import { useT } from './use-t.ts'

type Bring = () => Promise<unknown>
const wanted = new Set<Bring>()
const bringers = new WeakMap<object, Bring>()

/** Loads a lazy component before it is drawn, so that it is drawn at once; one that cannot be loaded says so in its own place. */
export const bringLazy = async <Props extends object>(lazy: ComponentType<Props>): Promise<void> => {
  await bringers
    .get(lazy)?.()
    .catch(() => undefined)
}

/** Preloads the lazy chunks, one after the other, and their own lazy ones; a failed one is loaded when it is needed. */
export const preloadLazy = async (): Promise<void> => {
  for (const bring of wanted) await bring().catch(() => undefined)
}

/**
 * A lazy component, loaded when it is needed or before by `preloadLazy`. While its chunk cannot be loaded it shows an error in its own place; an
 * overlay shows a notice and is closed by `lost`. The page stays either way.
 */
export const lazyWithRetry = <Props extends object>(load: Load<Props>, lost?: (props: Props) => void): ComponentType<Props> => {
  const { bring, Lazy } = lazyOf(load, lost)
  wanted.add(bring)
  return Lazy
}
/** The same for what few pages need: `preloadLazy` leaves it where it is. */
export const lazyWhenAsked = <Props extends object>(load: Load<Props>): ComponentType<Props> => lazyOf(load).Lazy

type Load<Props> = () => Promise<ComponentType<Props>>
const lazyOf = <Props extends object>(load: Load<Props>, lost?: (props: Props) => void) => {
  let Here: ComponentType<Props> | undefined
  const bring = async (): Promise<void> => {
    Here ??= await load()
  }
  const Lost = ({ props, onRetry }: { props: Props; onRetry: () => void }) => {
    const t = useT()
    const message = t('part.away')
    useEffect(() => {
      if (!lost) return
      toast.warning(message)
      lost(props)
    }, [message, props])
    return lost ? null : <ErrorState error={{ code: 'part.away', message }} onRetry={onRetry} />
  }
  const Lazy = function LazyComponent(props: Props) {
    const [state, setState] = useState<'coming' | 'here' | 'lost'>(Here ? 'here' : 'coming')
    useEffect(() => {
      if (state !== 'coming') return undefined
      let left = false
      const become = (next: 'here' | 'lost') => (): void => {
        if (!left) setState(next)
      }
      bring().then(become('here'), become('lost'))
      return () => {
        left = true
      }
    }, [state])
    if (state === 'lost') return <Lost props={props} onRetry={() => setState('coming')} />
    return Here ? <Here {...props} /> : null
  }
  bringers.set(Lazy, bring)
  return { bring, Lazy }
}
