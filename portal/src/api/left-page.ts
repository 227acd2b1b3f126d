/** The page this tab showed when its user signed out in another tab. In memory only, for the same user only. */
type StoredPage = { person: string; href: string; drafts: readonly (readonly [key: string, text: string])[] }
let left: StoredPage | undefined

/** Forms save their drafts on this event (kit/form/use-draft). */
const keepDrafts = 'tablewire:keep-drafts'

export const leavePage = (person: string): void => {
  dispatchEvent(new Event(keepDrafts))
  const drafts: [string, string][] = []
  try {
    const own = Object.keys(localStorage).filter((key) => key.startsWith(`tablewire:draft:${person}:`))
    for (const key of own) {
      drafts.push([key, localStorage.getItem(key)!])
      // The next user must find nothing of it.
      localStorage.removeItem(key)
    }
  } catch {
    // Without storage nothing was saved.
  }
  left = { person, href: location.href.slice(location.origin.length), drafts }
}

/** Restores that user's page and drafts, once. Another user starts anew, and everything is deleted. */
export const takeLeftPage = (person: string | undefined): string | undefined => {
  const found = left?.person === person ? left : undefined
  left = undefined
  try {
    for (const [key, text] of found?.drafts ?? []) localStorage.setItem(key, text)
  } catch {
    // Storage is full: the page is restored without its drafts.
  }
  return found?.href
}
