import type { IncomingHttpHeaders } from 'node:http'
import type { Tag } from './tags-in.ts'

type Policy = ReadonlyMap<string, readonly string[]>

const policyIn = (text: string): Policy => {
  const policy = new Map<string, readonly string[]>()
  for (const part of text.split(';')) {
    const [name, ...sources] = part.trim().split(/\s+/)
    if (name && !policy.has(name.toLowerCase())) policy.set(name.toLowerCase(), sources)
  }
  return policy
}

/** Every policy that a browser would follow: of headers and of the page's own head; those that only report forbid nothing. */
export const policiesOf = (headers: IncomingHttpHeaders, tags: readonly Tag[]): Policy[] => {
  const header = headers['content-security-policy']
  const sent = (Array.isArray(header) ? header.join(',') : (header ?? '')).split(',')
  const own = tags
    .filter(({ name, attributes }) => name === 'meta' && attributes['http-equiv']?.toLowerCase() === 'content-security-policy')
    .map(({ attributes }) => attributes['content'] ?? '')
  return [...sent, ...own].filter((text) => text.trim() !== '').map(policyIn)
}

/** The sources of the first of these directives that the policy has; undefined = it says nothing of it. */
const sourcesOf = (policy: Policy, names: readonly string[]): readonly string[] | undefined =>
  names.map((name) => policy.get(name)).find((sources) => sources !== undefined)

const hostSource = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(\*|(?:\*\.)?[a-z0-9.-]+)(?::(\d+|\*))?(\/.*)?$/i
const portOf = ({ port, protocol }: URL): string => port || (protocol === 'https:' ? '443' : '80')

/** What is meant by a scheme that a source names, or by one that it leaves to the page. */
const schemeFits = (scheme: string | undefined, url: URL, site: URL): boolean =>
  scheme === undefined
    ? url.protocol === 'https:' || site.protocol === 'http:'
    : `${scheme}:` === url.protocol || (scheme === 'http' && url.protocol === 'https:')
const hostFits = (host: string, { hostname }: URL): boolean =>
  host === '*' || (host.startsWith('*.') ? hostname.endsWith(host.slice(1)) : host === hostname)
const portFits = (port: string | undefined, url: URL): boolean =>
  port === '*' || (port ?? portOf(new URL(`${url.protocol}//host`))) === portOf(url)
const pathFits = (path: string | undefined, { pathname }: URL): boolean =>
  !path || path === '/' || (path.endsWith('/') ? pathname.startsWith(path) : pathname === path)

/** https://www.w3.org/TR/CSP3/#match-url-to-source-expression, as far as it concerns an address of ours. */
const matches = (source: string, url: URL, site: URL): boolean => {
  const said = source.toLowerCase()
  if (said === '*') return true
  if (said === "'self'") return url.origin === site.origin
  const [, only] = /^([a-z][a-z0-9+.-]*):$/.exec(said) ?? []
  if (only) return schemeFits(only, url, site)
  const [, scheme, host, port, path] = hostSource.exec(said) ?? []
  return host !== undefined && schemeFits(scheme, url, site) && hostFits(host, url) && portFits(port, url) && pathFits(path, url)
}

/** Whether the policy lets the script at this address run; where it trusts by numbers, by that of its own tag alone. */
const allowsScript = (policy: Policy, { url, nonce, site }: { url: URL; nonce: string | undefined; site: URL }): boolean => {
  const sources = sourcesOf(policy, ['script-src-elem', 'script-src', 'default-src'])
  if (!sources) return true
  if (nonce && sources.includes(`'nonce-${nonce}'`)) return true
  return !sources.includes("'strict-dynamic'") && sources.some((source) => matches(source, url, site))
}
const allowsFrame = (policy: Policy, url: URL, site: URL): boolean => {
  const sources = sourcesOf(policy, ['frame-src', 'child-src', 'default-src'])
  return !sources || sources.some((source) => matches(source, url, site))
}

export const mayRun = (policies: readonly Policy[], at: Parameters<typeof allowsScript>[1]): boolean =>
  policies.every((policy) => allowsScript(policy, at))
export const mayFrame = (policies: readonly Policy[], url: URL, site: URL): boolean =>
  policies.every((policy) => allowsFrame(policy, url, site))
