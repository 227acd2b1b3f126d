import type { ComponentType } from 'react'

/** What a lent part is told: the thing it is about. */
export type LentProps = { id: string; timeZone: string | undefined }

export const lentLoaders = new Map<string, () => Promise<ComponentType<LentProps>>>()

/** A part of one room that another room shows. Rooms do not know one another: the frame, which knows them all, lends it by name. */
export const lendPart = (name: string, load: () => Promise<ComponentType<LentProps>>): void => {
  lentLoaders.set(name, load)
}
