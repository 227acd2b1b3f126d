/** What this tab showed when its person signed out in another one. In this page's memory only, and for nobody else. */
type StoredPage = { person: string; href: string; drafts: readonly (readonly [key: string, text: string])[] }
let left: StoredPage | undefined

/** Forms keep what is typed when they hear this (kit/form/use-draft). */
const keepDrafts = 'tablewire:keep-drafts'

export const leavePage = (person: string): void => {
  dispatchEvent(new Event(keepDrafts))
  const drafts: [string, string][] = []
  try {
    const own = Object.keys(localStorage).filter((key) => key.startsWith(`tablewire:draft:${person}:`))
    for (const key of own) {
      drafts.push([key, localStorage.getItem(key)!])
      // Whoever sits down next finds nothing of it.
      localStorage.removeItem(key)
    }
  } catch {
    // Without storage nothing was kept.
  }
  left = { person, href: location.href.slice(location.origin.length), drafts }
}

/** Where that person goes on, with what was typed there; once. Somebody else begins anew, and nothing is left of it. */
export const takeLeftPage = (person: string | undefined): string | undefined => {
  const found = left?.person === person ? left : undefined
  left = undefined
  try {
    for (const [key, text] of found?.drafts ?? []) localStorage.setItem(key, text)
  } catch {
    // Full storage: the page is there, what was typed is not.
  }
  return found?.href
}
