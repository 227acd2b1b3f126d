/** Sign-in parameters in the URL from another system (AC3): tokens of a session, or a login hash. */
export type HandedOver =
  | { readonly kind: 'tokens'; readonly token: string; readonly refreshToken: string }
  | { readonly kind: 'hash'; readonly userId: string; readonly hash: string }

/** An existing session takes precedence; should it prove to be over, the parameters stay usable for this long. */
const goodForMs = 60_000
const secret = ['token', 'refreshToken', 'userId', 'hash'] as const

/** Reads the parameters from the query, or from the fragment, which no server and no log sees. */
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

// Runs first, before the router reads the URL: the secrets are removed from it and from the browser's history, and stay in memory only. Nothing to
// read where tests run.
if (typeof location !== 'undefined') {
  const { handed, clean } = readHandedOver(location.href)
  if (clean !== location.href) history.replaceState(history.state, '', clean)
  kept = handed && { handed, at: Date.now() }
}

export const isHandedOver = (): boolean => kept !== undefined && Date.now() - kept.at < goodForMs

/** Single use: a second call gets nothing, nor does a late one. */
export const spendHandedOver = (): HandedOver | undefined => {
  const found = isHandedOver() ? kept?.handed : undefined
  kept = undefined
  return found
}
