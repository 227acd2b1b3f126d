/** A demo is a session of one tab: whoever is signed in elsewhere in this browser stays signed in. The tab keeps the link it came by. */
const key = 'tablewire:demo'

const read = (): string | null => {
  try {
    return typeof sessionStorage === 'undefined' ? null : sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** The demo link's token; null in an ordinary tab. */
export const demoLink = read

export const enterDemo = (token: string): void => sessionStorage.setItem(key, token)

/** Where the session of this tab is kept. */
export const sessionPlace = (): Storage => (read() === null ? localStorage : sessionStorage)
