import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import { isPublicAddress } from './public-address.ts'

/** SSRF guard: an address that must not be called. The message does not repeat it: it came from outside and may be secret. */
export class AddressRefused extends Error {
  override name = 'AddressRefused'
}

export type AllowedTargets = {
  /** Host names that may be called; `*.example.com` means any name below it. Left out = every host of the public Internet. */
  hosts?: readonly string[]
  /** The operator's allow list: origins that are called as they are, also by plain http, at any port and in a private network. */
  origins: readonly string[]
}
/** An address that may be called, and whether it is on the operator's allow list. */
export type Address = { url: URL; trusted: boolean }

const fits = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) && host.length > pattern.length - 1 : host === pattern

/** Names that only mean something inside a network. */
const inner = /(^|\.)(localhost|localdomain|local|internal|intranet|private|lan|home|corp|svc|arpa|test|invalid|onion)$/i

/** A public host, as `URL` writes it: a public address, or a name with a dot that is none of a private network. */
const isPublicHost = (hostname: string): boolean =>
  /^[\d.]+$|^\[/.test(hostname) ? isPublicAddress(hostname) : hostname.includes('.') && !hostname.endsWith('.') && !inner.test(hostname)

/** Ports at which web services of partners stand. Any other could be a service that takes a request for something else. */
const ports: readonly string[] = ['', '8443']

/** Throws for an address that must not be called unless allowed; DNS names are checked when connecting. */
export const requirePublic = ({ protocol, port, hostname }: URL): void => {
  if (protocol !== 'https:') throw new AddressRefused('not https')
  if (!ports.includes(port)) throw new AddressRefused('neither port 443 nor 8443')
  if (!isPublicHost(hostname)) throw new AddressRefused('not a public host')
}

/** The SSRF guard for addresses that people and partners enter: checked when one is saved, and again at every call. */
export const guardedUrl = (text: string, { hosts, origins }: AllowedTargets): Address => {
  const url = URL.parse(text)
  if (!url) throw new AddressRefused('not an address')
  if (url.username || url.password) throw new AddressRefused('an address with a user in it')
  if (origins.includes(url.origin)) return { url, trusted: true }
  requirePublic(url)
  if (hosts && !hosts.some((pattern) => fits(url.hostname, pattern))) throw new AddressRefused('not a known service')
  return { url, trusted: false }
}

export const mayBeCalled = (text: string, allowed: AllowedTargets): boolean => {
  try {
    return guardedUrl(text, allowed) !== undefined
  } catch (error) {
    if (error instanceof AddressRefused) return false
    throw error
  }
}

/** A link that is only displayed: no script URL, no credentials in it. */
export const isWebLink = (text: string): boolean => {
  const url = URL.parse(text)
  return url !== null && /^https?:$/.test(url.protocol) && !url.username && !url.password
}

/** Where SFTP is spoken; the last is Google's. */
export const sftpPorts: readonly number[] = [22, 2222, 19_321]
/** `sftp://host` or the bare name of a host, on the public Internet, without a path. It is read as a web address is, which knows every spelling of a number. */
export const isSftpHost = (text: string): boolean => {
  const rest = text.replace(/^sftp:\/\//i, '')
  const url = URL.parse(`https://${rest}`)
  if (!url || /[@?#\\]|:\/\/|\/[^/]/.test(rest)) return false
  return (url.port === '' || sftpPorts.includes(Number(url.port))) && isPublicHost(url.hostname)
}

type Resolve = typeof lookup
/** DNS lookup for the very connection that is then made: no rebinding between check and connect. One non-public address refuses the whole answer. */
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
