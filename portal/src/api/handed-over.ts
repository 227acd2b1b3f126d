/** What another system hands over in the address (AC3): tokens of a session, or a hash that is good for one. */
export type HandedOver =
  | { readonly kind: 'tokens'; readonly token: string; readonly refreshToken: string }
  | { readonly kind: 'hash'; readonly userId: string; readonly hash: string }

/** Who is still signed in keeps his session; should it prove to be over, what was handed over is good for this long. */
const goodForMs = 60_000
const secret = ['token', 'refreshToken', 'userId', 'hash'] as const

/** Reads what was handed over in the query, or behind the `#` where no server and no log sees it. */
export const readHandedOver = (href: string): { handed: HandedOver | undefined; clean: string } => {
  const url = new URL(href)
  if (!/^\/login\/?$/.test(url.pathname)) return { handed: undefined, clean: href }
  const hash = new URLSearchParams(url.hash.slice(1))
  const from = secret.some((name) => hash.has(name)) ? hash : url.searchParams
  const [token, refreshToken, userId, loginHash] = secret.map((name) => from.get(name) ?? '')
  const handed: HandedOver | undefined = token
    ? { kind: 'tokens', token, refreshToken: refreshToken ?? '' }
    : userId && loginHash
      ? { kind: 'hash', userId, hash: loginHash }
      : undefined
  if (from === hash) {
    for (const [name, value] of hash) if (!url.searchParams.has(name)) url.searchParams.set(name, value)
    url.hash = ''
  }
  for (const name of secret) url.searchParams.delete(name)
  return { handed, clean: url.href }
}

let kept: { handed: HandedOver; at: number } | undefined

// With the first lines of the portal that run, before the router reads the address: the secrets leave it and the browser's history, and stay in
// this page's memory only. Nothing is there to read where tests run.
if (typeof location !== 'undefined') {
  const { handed, clean } = readHandedOver(location.href)
  if (clean !== location.href) history.replaceState(history.state, '', clean)
  kept = handed && { handed, at: Date.now() }
}

export const isHandedOver = (): boolean => kept !== undefined && Date.now() - kept.at < goodForMs

/** Once: a second reading finds nothing, nor does one that comes late. */
export const spendHandedOver = (): HandedOver | undefined => {
  const found = isHandedOver() ? kept?.handed : undefined
  kept = undefined
  return found
}
