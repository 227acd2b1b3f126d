import { randomKey } from './random-key.ts'

/** Cookies know no port: two installations on one machine must not sign each other out. */
const name = typeof location === 'undefined' ? '' : `tablewire-open-${location.port || 'standard'}`

/** A mark that all tabs share and that goes when the browser is closed: a cookie without an end, which says nothing and is asked by nobody but this page. */
export const browserMark = (): string | undefined =>
  document.cookie
    .split('; ')
    .find((cookie) => cookie.startsWith(`${name}=`))
    ?.slice(name.length + 1)

/** The mark of this run of the browser, made where there is none. Undefined where the browser keeps no cookies. */
export const markBrowser = (): string | undefined => {
  if (!browserMark()) document.cookie = `${name}=${randomKey()}; Path=/; SameSite=Strict${location.protocol === 'https:' ? '; Secure' : ''}`
  return browserMark()
}
