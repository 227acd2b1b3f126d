import { randomKey } from './random-key.ts'

/** Cookies ignore ports: two installations on one machine must not sign each other out. */
const name = typeof location === 'undefined' ? '' : `tablewire-open-${location.port || 'standard'}`

/** A session cookie as a marker of this run of the browser, shared by all tabs and gone when it is closed; read by this page alone. */
export const browserMark = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** The marker of this run of the browser, created if missing. Undefined where cookies are disabled. */
export const markBrowser = (): string | undefined => {
  if (!browserMark()) document.cookie = `${name}=${randomKey()}; Path=/; SameSite=Strict${location.protocol === 'https:' ? '; Secure' : ''}`
  return browserMark()
}
