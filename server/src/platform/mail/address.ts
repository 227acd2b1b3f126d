export type Address = { name: string; address: string }

/** Guards against header injection: no second recipient or header line through a name or an address. */
export class AddressError extends Error {
  override name = 'AddressError'
}

const control = /[\u0000-\u001f\u007f\u0085\u2028\u2029]/
/** Deliberately simple: what a mail server accepts, without white space, quotes or lists. */
const addressLike = /^[^\s@<>(),;:"\\[\]]{1,64}@[^\s@<>(),;:"\\]{1,253}$/u

/** Exactly one mailbox: `a@b.test` or `Any name, <a@b.test>`. The error does not repeat the address, it ends in logs. */
export const oneAddress = (text: string): Address => {
  if (text.length > 600 || control.test(text)) throw new AddressError('an address holds control characters or is too long')
  const [, name = '', address = text.trim()] = /^([^<>]*)<([^<>]+)>$/.exec(text.trim()) ?? []
  if (!addressLike.test(address)) throw new AddressError('not exactly one mail address')
  return { name: name.trim().replace(/^"(.*)"$/, '$1'), address }
}

/** A header value on one line. */
export const oneLine = (text: string): string => text.replace(new RegExp(control, 'g'), ' ').replace(/ {2,}/g, ' ').trim()
