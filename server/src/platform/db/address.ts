/** One database: the hosts it may be on, in the order they are tried; `mustWrite` = only a primary will do. */
export type Address = { readonly urls: readonly string[]; readonly mustWrite: boolean }

const form = /^(postgres(?:ql)?:\/\/(?:[^@/?#]*@)?)([^/?#]*)([^?#]*)(?:\?(.*))?$/
const attribute = 'target_session_attrs'
/** Values of target_session_attrs: we always write, so what libpq tells apart here is the same to us. */
const meanings: Record<string, boolean> = { any: false, 'read-write': true, primary: true }

/**
 * Reads `postgres://user:password@a:5432,b:5432/name?target_session_attrs=read-write`, a multi-host connection string as libpq has it; `pg` knows one
 * host only. Of several hosts the primary is always looked for. Undefined = not such an address.
 */
export const addressOf = (text: string): Address | undefined => {
  const [, before, hosts, path, query] = form.exec(text) ?? []
  if (before === undefined || hosts === undefined || path === undefined) return undefined
  const rest = (query ?? '').split('&').filter((one) => one !== '' && !one.startsWith(`${attribute}=`))
  const wanted = new URLSearchParams(query).get(attribute) ?? 'any'
  const mustWrite = Object.hasOwn(meanings, wanted) ? meanings[wanted] : undefined
  const urls = hosts.split(',').map((host) => `${before}${host}${path}${rest.length ? `?${rest.join('&')}` : ''}`)
  if (mustWrite === undefined || !urls.every((url) => URL.canParse(url))) return undefined
  if (urls.length > 1 && hosts.split(',').includes('')) return undefined
  return { urls, mustWrite: mustWrite || urls.length > 1 }
}
