import type { ComponentType } from 'react'

/** What a lent part is told: the thing it is about. */
export type SlotProps = { id: string; timeZone: string | undefined }

export const slotLoaders = new Map<string, () => Promise<ComponentType<SlotProps>>>()

/** A part of one room that another room shows. Rooms do not know one another: the frame, which knows them all, lends it by name. */
export const registerSlot = (name: string, load: () => Promise<ComponentType<SlotProps>>): void => {
  slotLoaders.set(name, load)
}
