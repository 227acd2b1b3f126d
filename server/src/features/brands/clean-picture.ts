import type { PictureUse } from '@tablewire/contracts/identity/brands'
import { pictureBytesMax, pictureRules } from '@tablewire/contracts/identity/brands.rules'
import { Problem } from '#src/platform/problem.ts'
import { cleanIco, isIco } from './clean-ico.ts'
import { cleanJpeg, isJpeg } from './clean-jpeg.ts'
import { cleanPng, isPng } from './clean-png.ts'
import { cleanSvg, isSvg } from './clean-svg.ts'
import { cleanWebp, isWebp } from './clean-webp.ts'
import { type CleanPicture, type SizeCheck, sizeCheckFor } from './picture-kind.ts'

type Kind = {
  type: 'PNG' | 'JPEG' | 'WebP' | 'ICO' | 'SVG'
  is: (file: Buffer) => boolean
  clean: (file: Buffer, check: SizeCheck) => CleanPicture | Promise<CleanPicture>
}
const kinds: readonly Kind[] = [
  { type: 'PNG', is: isPng, clean: cleanPng },
  { type: 'JPEG', is: isJpeg, clean: cleanJpeg },
  { type: 'WebP', is: isWebp, clean: cleanWebp },
  { type: 'ICO', is: isIco, clean: cleanIco },
  { type: 'SVG', is: isSvg, clean: cleanSvg },
]

const kilobytes = (bytes: number): number => Math.ceil(bytes / 1024)

/** Neither the file's name nor what its sender calls it counts: its first bytes say what it is, and then all of it has to be that. */
export const cleanPicture = async (file: Buffer, use: PictureUse): Promise<CleanPicture> => {
  if (file.length > pictureBytesMax)
    throw new Problem('picture.too_large', { given: kilobytes(file.length), limit: kilobytes(pictureBytesMax) })
  const allowed = pictureRules[use].types as readonly string[]
  const kind = kinds.find(({ is }) => is(file))
  if (!kind || !allowed.includes(kind.type)) throw new Problem('picture.type_refused', { allowed: allowed.join(', ') })
  return kind.clean(file, sizeCheckFor(use))
}
