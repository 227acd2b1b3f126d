import { createElement, lazy, type LazyExoticComponent, type ComponentType, type ReactNode, Suspense } from 'react'
import type { LentProps } from './lent-parts.ts'
import { lentLoaders } from './lent-parts.ts'

const parts = new Map<string, LazyExoticComponent<ComponentType<LentProps>>>()
const partOf = (name: string) => {
  const load = lentLoaders.get(name)
  if (!parts.has(name) && load)
    parts.set(
      name,
      lazy(async () => ({ default: await load() })),
    )
  return parts.get(name)
}

/** The part that the frame lends by that name; nothing where it lends none. */
export const LentPart = ({ name, fallback, ...props }: LentProps & { name: string; fallback: ReactNode }) => {
  const part = partOf(name)
  return part ? <Suspense fallback={fallback}>{createElement(part, props)}</Suspense> : null
}

/** Brings what is lent before anybody asks for it. */
export const bringLentParts = async (): Promise<void> => {
  for (const load of lentLoaders.values()) await load().catch(() => undefined)
}
