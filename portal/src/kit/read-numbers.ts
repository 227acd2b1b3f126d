type Read = { numbers: number[]; /** As it was typed. */ wrong: string[] }

/** `2, 4-6` as people write it: whole numbers from `min` to `max`, each once, in order, and what cannot be one. */
export const readNumbers = (text: string, { min, max }: { min: number; max: number }): Read => {
  const numbers = new Set<number>()
  const wrong: string[] = []
  for (const part of text.replaceAll(/\s*[-–]\s*/g, '-').split(/[\s,;]+/)) {
    if (part === '') continue
    const [from, to = from] = /^\d{1,6}(-\d{1,6})?$/.test(part) ? part.split('-').map(Number) : []
    if (from === undefined || to === undefined || from < min || to < from || to > max) wrong.push(part)
    else for (let number = from; number <= to; number++) numbers.add(number)
  }
  return { numbers: [...numbers].toSorted((a, b) => a - b), wrong }
}
