import type { Endpoint } from '@tablewire/contracts/kit/endpoint'

/** What an endpoint's call is given, whatever it takes. */
export type Input = { readonly params?: object; readonly query?: object; readonly body?: unknown }

const textOf = (path: string, params: Record<string, unknown> = {}): string =>
  path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name])))

const isGiven = (value: unknown): boolean =>
  value !== undefined && value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)

/** `filters` becomes `filters[name]=value`, lists are joined by commas; what is empty is left out. */
const queryTextOf = (query: Record<string, unknown> = {}): string => {
  const { filters, ...plain } = query
  const named = Object.entries((filters ?? {}) as Record<string, unknown>).map(([name, value]) => [`filters[${name}]`, value] as const)
  const given = [...Object.entries(plain), ...named].filter(([, value]) => isGiven(value))
  const text = new URLSearchParams(given.map(([name, value]) => [name, String(value)])).toString()
  return text === '' ? '' : `?${text}`
}

export const pathOf = ({ path }: Pick<Endpoint, 'path'>, { params, query }: Input): string =>
  textOf(path, params as Record<string, unknown>) + queryTextOf(query as Record<string, unknown>)

/** Headers of every call: language, accepted types, and the session's token. */
export const headersOf = (given: HeadersInit | undefined, token: string | undefined): Headers => {
  const headers = new Headers(given)
  headers.set('x-locale', document.documentElement.lang || 'en')
  headers.set('accept', headers.get('accept') ?? 'application/json')
  if (token) headers.set('authorization', `Bearer ${token}`)
  return headers
}
