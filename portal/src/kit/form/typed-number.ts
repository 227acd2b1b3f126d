/** What was typed as a number, where that is what a person would read there; else the text itself, so that nobody sees what he did not write. */
export const typedNumber = (typed: string): number | string | null => {
  const text = typed.trim().replace(',', '.')
  if (text === '') return null
  const number = Number(text)
  return Number.isFinite(number) && !text.endsWith('.') && isWritten(number) ? number : typed
}

/** Beyond these a number is kept as another one, or written with an exponent. */
export const isWritten = (number: number): boolean => Math.abs(number) <= Number.MAX_SAFE_INTEGER && !String(number).includes('e')
