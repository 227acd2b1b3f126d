import type { PictureUse } from '@tablewire/contracts/identity/brands'
import { pictureRules } from '@tablewire/contracts/identity/brands.rules'
import { Problem } from '#src/platform/problem.ts'

/** Ending of the address → what browsers are told it is. */
export const contentTypes = {
  svg: 'image/svg+xml',
  png: 'image/png',
  jpg: 'image/jpeg',
  webp: 'image/webp',
  ico: 'image/x-icon',
} as const
export type Ending = keyof typeof contentTypes

/** A picture written anew from what was understood of the file: nothing else of it is left. */
export type CleanPicture = { ending: Ending; width: number; height: number; body: Buffer }
/** Called as soon as a file has said how large its picture is, before anything is unpacked. */
export type SizeCheck = (width: number, height: number) => void

export const broken = (): Problem => new Problem('picture.broken')

export const sizeCheckFor =
  (use: PictureUse): SizeCheck =>
  (width, height) => {
    const { edgeMin: min, edgeMax: max } = pictureRules[use]
    if (Math.min(width, height) < min || Math.max(width, height) > max)
      throw new Problem('picture.size_refused', { width, height, min, max })
  }
