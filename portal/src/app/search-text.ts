/** The address keeps flat, readable words: `?date=2026-11-20&status=confirmed,seated`. */
export const parseSearch = (text: string): Record<string, string> => Object.fromEntries(new URLSearchParams(text))

export const stringifySearch = (search: Record<string, unknown>): string => {
  const given = Object.entries(search).filter(([, value]) => value !== undefined && value !== null && value !== '')
  const text = new URLSearchParams(given.map(([key, value]) => [key, String(value)]))
    .toString()
    .replaceAll('%2C', ',')
    .replaceAll('%3A', ':')
  return text === '' ? '' : `?${text}`
}
