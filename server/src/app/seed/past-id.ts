const hex = (bits: number): string =>
  Math.floor(Math.random() * 2 ** bits)
    .toString(16)
    .padStart(bits / 4, '0')

/** A UUIDv7 as it would have been made at that time, so that what is older sorts before. For demo rows: unique, not secret. */
export const idMadeAt = (ms: number): string => {
  const time = Math.floor(ms).toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${hex(12)}-${'89ab'[Math.floor(Math.random() * 4)]}${hex(12)}-${hex(48)}`
}
