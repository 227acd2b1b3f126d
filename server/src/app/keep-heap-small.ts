import { setFlagsFromString } from 'node:v8'

/**
 * Heap settings of a command that passes much data through: the short-lived garbage of opening hours read, or of feeds written, is collected early;
 * without these the heap grows to half a gigabyte first.
 */
export const keepHeapSmall = (): void => {
  setFlagsFromString('--semi-space-growth-factor=1')
  setFlagsFromString('--heap-growing-percent=10')
}
