/** Headers by which a request finds its way, says what it carries or tells who sends it: nobody sets them by hand. */
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
/** A header that belongs to the way itself or to us; anything else a partner may ask for. */
export const isOwnHeader = (name: string): boolean => own.has(name.toLowerCase()) || ownFamilies.test(name.toLowerCase())
/** Reservation systems know us by `authorization`, which their connector sets. */
export const isReservedForSystems = (name: string): boolean => isOwnHeader(name) || name.toLowerCase() === 'authorization'
