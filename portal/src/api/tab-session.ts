/** A demo is a session of one tab: whoever is signed in elsewhere in this browser stays signed in. The tab keeps the link it came by. */
const key = 'tablewire:demo'
const lookKey = `${key}-look`

const read = (): string | null => {
  try {
    return typeof sessionStorage === 'undefined' ? null : sessionStorage.getItem(key)
  } catch {
    return null
  }
}

/** The demo link's token; null in an ordinary tab. */
export const demoLink = read

/** What the server wrote into the page of the link: every page of this tab comes with the brand of its host, and first-paint.js puts this over it. */
const lookOfPage = () => ({
  brand: document.getElementById('brand')?.textContent ?? '',
  ground: document.getElementById('ground')?.textContent ?? '',
  icon: document.querySelector<HTMLLinkElement>('link[rel="icon"]')?.href ?? '',
  colour: document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.content ?? '',
})

/** Of the page of the link: the tab wears what that wears. */
export const enterDemo = (token: string): void => {
  sessionStorage.setItem(lookKey, JSON.stringify(lookOfPage()))
  sessionStorage.setItem(key, token)
}

/** Where the session of this tab is kept. */
export const sessionPlace = (): Storage => (read() === null ? localStorage : sessionStorage)
