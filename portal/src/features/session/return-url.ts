/** AC3: where to go after signing in. Only a page of this very origin: `//elsewhere`, `/\elsewhere` and whole addresses lead home. */
export const safeReturn = (returnUrl: string | undefined, origin: string): string => {
  if (!returnUrl?.startsWith('/')) return '/'
  try {
    const url = new URL(returnUrl, origin)
    return url.origin === origin && url.pathname !== '/login' ? url.pathname + url.search + url.hash : '/'
  } catch {
    return '/'
  }
}
