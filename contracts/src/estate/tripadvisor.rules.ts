/** `Restaurant_Review-g187497-d1234567-Reviews-…`: in a page's address, the number of the place. */
const address = /^(?:https?:\/\/)?(?:[a-z-]+\.)*tripadvisor\.[a-z.]+\/\S*?-d(\d{1,12})(?:-\S*)?$/i
const written = /^d?(\d{1,12})$/i

/** GO2: the number of a place at Tripadvisor, as it is known there: alone, with its letter, or in the address of its page. Undefined = there is none. */
export const tripadvisorIdIn = (text: string): string | undefined => {
  const given = text.trim()
  const number = (written.exec(given) ?? address.exec(given))?.[1]?.replace(/^0+/, '')
  return number || undefined
}
