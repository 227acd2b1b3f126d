import { BlockList, isIP } from 'node:net'

/** https://www.iana.org/assignments/iana-ipv4-special-registry: everything that is not somebody's address on the Internet. */
const special4 = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
  // Not in the registry: the host of a machine at Azure, reachable from inside only.
  ['168.63.129.16', 32],
] as const
/** Within 2000::/3, the only block in public use; tunnels (Teredo, 6to4) carry an IPv4 address that could be anything. */
const special6 = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
] as const

const closed4 = new BlockList()
for (const [net, bits] of special4) closed4.addSubnet(net, bits, 'ipv4')
const closed6 = new BlockList()
for (const [net, bits] of special6) closed6.addSubnet(net, bits, 'ipv6')
const open6 = new BlockList()
open6.addSubnet('2000::', 3, 'ipv6')

/** True for an address on the public Internet; false for private, loopback, link-local, mapped and reserved ones, and for what is no address. */
export const isPublicAddress = (address: string): boolean => {
  const plain = address.replace(/^\[(.*)\]$/, '$1')
  const family = isIP(plain)
  if (family === 4) return !closed4.check(plain, 'ipv4')
  // An IPv4 address in IPv6 clothes (::ffff:127.0.0.1) lies outside of 2000::/3. A zone (`%eth0`) means this machine's own network.
  return family === 6 && !plain.includes('%') && open6.check(plain, 'ipv6') && !closed6.check(plain, 'ipv6')
}
