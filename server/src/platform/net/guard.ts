import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** An address we do not call. Says why without repeating the address: it came from outside and may be secret. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

export type Allowed = {
  /** Host names that may be called by https on port 443; `*.example.com` means any name below it. */
  hosts: readonly string[]
  /** Origins that whoever runs the installation named: called as they are, also by plain http and in a private network. */
  origins: readonly string[]
}

const fits = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern

/** The address, when it may be called at all; what its name leads to is looked at when calling. */
export const guardedUrl = (text: string, { hosts, origins }: Allowed): { url: URL; trusted: boolean } => {
  if (!URL.canParse(text)) throw new AddressRefused('not an address')
  const url = new URL(text)
  if (url.username || url.password) throw new AddressRefused('an address with a user in it')
  if (origins.includes(url.origin)) return { url, trusted: true }
  if (url.protocol !== 'https:') throw new AddressRefused('not https')
  if (url.port !== '') throw new AddressRefused('not the port of https')
  if (!hosts.some((pattern) => fits(url.hostname, pattern))) throw new AddressRefused('not a known service')
  return { url, trusted: false }
}

/** Names that only mean something inside a network. */
const inner = /(^|\.)(localhost|local|internal|intranet|lan|home|corp|test|example|invalid|onion)$/i

/** A host somebody outside may have: a public address, or a name with a dot that is none of a private network. */
export const isPublicHost = (hostname: string): boolean =>
  /^[\d.]+$|^\[/.test(hostname) ? isPublicAddress(hostname) : hostname.includes('.') && !hostname.endsWith('.') && !inner.test(hostname)

/** An address that users enter and we may call later: https, no user in it, not in a private network. What its name leads to is looked at when calling. */
export const publicHttpsUrl = (text: string): URL => {
  if (!URL.canParse(text)) throw new AddressRefused('not an address')
  const url = new URL(text)
  if (url.username || url.password) throw new AddressRefused('an address with a user in it')
  if (url.protocol !== 'https:') throw new AddressRefused('not https')
  if (!isPublicHost(url.hostname)) throw new AddressRefused('not a public host')
  return url
}

type Resolve = typeof lookup
/**
 * Resolves a name for the very connection that is then made, so that a name cannot lead elsewhere between look and call. One address that is not
 * public spoils the whole answer.
 */
export const publicLookup =
  (resolve: Resolve = lookup): LookupFunction =>
  (hostname, options, callback) =>
    void resolve(hostname, { ...options, all: true }, (error, addresses) => {
      if (error) return void callback(error, '')
      if (!addresses.length || !addresses.every(({ address }) => isPublicAddress(address)))
        return void callback(new AddressRefused('its name leads to a private network'), '')
      if (options.all) return void callback(null, addresses)
      callback(null, addresses[0]!.address, addresses[0]!.family)
    })
