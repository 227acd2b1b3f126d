import { createElement, lazy, type LazyExoticComponent, type ComponentType, type ReactNode, Suspense } from 'react'
import type { SlotProps } from './slots.ts'
import { slotLoaders } from './slots.ts'

const parts = new Map<string, LazyExoticComponent<ComponentType<SlotProps>>>()
const partOf = (name: string) => {
  const load = slotLoaders.get(name)
  if (!parts.has(name) && load)
    parts.set(
      name,
      lazy(async () => ({ default: await load() })),
    )
  return parts.get(name)
}

/** The extension registered for that slot; nothing where there is none. */
export const Slot = ({ name, fallback, ...props }: SlotProps & { name: string; fallback: ReactNode }) => {
  const part = partOf(name)
  return part ? <Suspense fallback={fallback}>{createElement(part, props)}</Suspense> : null
}

/** Preloads the registered extensions. */
export const preloadSlots = async (): Promise<void> => {
  for (const load of slotLoaders.values()) await load().catch(() => undefined)
}
