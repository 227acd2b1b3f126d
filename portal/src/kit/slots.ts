import type { ComponentType } from 'react'

/** Props of an extension: the object it is about. */
export type SlotProps = {
  id: string
  timeZone: string | undefined
  /** It was changed from inside of the extension, by who uses it. */
  onChanged?: () => void
}

export const slotLoaders = new Map<string, () => Promise<ComponentType<SlotProps>>>()

/**
 * Extension slots: a part of one feature shown inside another. Features do not import each other; the app, which knows them all, registers extensions
 * by name.
 */
export const registerSlot = (name: string, load: () => Promise<ComponentType<SlotProps>>): void => {
  slotLoaders.set(name, load)
}
