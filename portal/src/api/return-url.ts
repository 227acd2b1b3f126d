/** The page to return to after signing in. `outside` is another host: the server decides whether it is a brand's. */
export type Target =
  | { readonly kind: 'page'; readonly href: string }
  | { readonly kind: 'outside'; readonly href: string; readonly host: string }
  | { readonly kind: 'refused'; readonly host: string }

const home: Target = { kind: 'page', href: '/' }
/** Nobody who just signed in belongs there. */
const guestPages = /^\/(login|forgot-password|reset-password)(\/|$)/

/**
 * AC3, open redirect guard: only a page of this origin is accepted; `//elsewhere` and `/\elsewhere` are other hosts, and `javascript:` is nothing at
 * all.
 */
export const targetOf = (wanted: string | undefined, origin: string): Target => {
  if (!wanted) return home
  try {
    const url = new URL(wanted, origin)
    if (!/^https?:$/.test(url.protocol)) return { kind: 'refused', host: url.protocol }
    if (url.origin === origin) return guestPages.test(url.pathname) ? home : { kind: 'page', href: url.pathname + url.search + url.hash }
    return { kind: 'outside', href: url.href, host: url.host }
  } catch {
    return { kind: 'refused', host: wanted.slice(0, 80) }
  }
}
