/** Headers of transport, content and identity: nobody sets them by hand. */
const own = new Set([
  'accept',
  'accept-charset',
  'accept-encoding',
  'connection',
  'cookie',
  'cookie2',
  'date',
  'expect',
  'forwarded',
  'host',
  'http2-settings',
  'idempotency-key',
  'keep-alive',
  'max-forwards',
  'origin',
  'range',
  'referer',
  'set-cookie',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'user-agent',
  'via',
])
const ownFamilies = /^(content|proxy|sec|tablewire|x-forwarded)-/
/** A header that belongs to transport or to us; any other may be configured. */
export const isOwnHeader = (name: string): boolean => own.has(name.toLowerCase()) || ownFamilies.test(name.toLowerCase())
/** Reservation systems authenticate us by `authorization`, which their connector sets. */
export const isReservedForSystems = (name: string): boolean => isOwnHeader(name) || name.toLowerCase() === 'authorization'
