/** The kind of a value, derived from its field name; decides how it is masked. */
export type Kind = 'secret' | 'email' | 'phone' | 'name' | 'address' | 'born' | 'note' | 'person' | 'harmless' | 'unknown'

const plain = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const harmless =
  /^(idempotencykey|xrequestid|requestid|locale|lang|language|optin|optinconsent|id|.*ids?|status|type|.*timezone|countrycode|country|currency)$/
const secret =
  /(token|secret|passw|pwd|apikey|privatekey|authoriz|authentic|cookie|signature|credential|session|iban|cardnumber|creditcardn|cvv|cvc|bearer)/
const secretName = /(key|hmac|jwt|otp|pin|pan|auth)$/
const email = /e?mail/
const phone = /(phone|mobile|whatsapp|^tel$|^fax$|msisdn)/
const name =
  /(^author(name)?$|firstname|lastname|surname|givenname|familyname|middlename|fullname|guestname|customername|dinername|contactname|cardholder|displayedname)/
const address = /(address|street|postal|postcode|zipcode|^zip$|^ip$)/
const born = /(birth|^dob$)/
const note = /(notes?$|comments?$|remarks?|specialrequest|allerg|dietary|occasion|requirement)/
const person = /^(contact|guest|customer|diner|client|consumer|user|person|attendee|booker|user_?information)s?$/

/** The first that fits; the order matters (`emailToken` is a secret, `venueId` is harmless). */
const judged = (field: string): Kind => {
  const it = plain(field)
  if (secret.test(it)) return 'secret'
  if (harmless.test(it) && !email.test(it) && !phone.test(it)) return 'harmless'
  if (secretName.test(it)) return 'secret'
  if (email.test(it) && !/(emailed|emailsent)$/.test(it)) return 'email'
  if (phone.test(it)) return 'phone'
  if (name.test(it)) return 'name'
  if (address.test(it)) return 'address'
  if (born.test(it)) return 'born'
  if (note.test(it)) return 'note'
  return person.test(it) ? 'person' : 'unknown'
}

const mostKnown = 2000
const longestKnown = 60
/** Cache: partners use the same few hundred names in every call. */
export const remembered = <T>(judge: (field: string) => T): ((field: string) => T) => {
  const cache = new Map<string, T>()
  return (field) => {
    const before = cache.get(field)
    if (before !== undefined) return before
    const judgement = judge(field)
    if (cache.size < mostKnown && field.length <= longestKnown) cache.set(field, judgement)
    return judgement
  }
}
export const kindOf = remembered(judged)

const first = (text: string): string => String.fromCodePoint(text.codePointAt(0)!)
const maskEmail = (value: string): string => {
  const at = value.lastIndexOf('@')
  if (at < 1) return '***'
  const domain = value.slice(at + 1)
  const dot = domain.lastIndexOf('.')
  return `${first(value)}***@${dot > 0 ? `${first(domain)}***${domain.slice(dot)}` : '***'}`
}
/** The country and the last two digits. */
const maskPhone = (value: string): string => {
  const digits = value.replaceAll(/\D/g, '')
  if (digits.length < 5) return '***'
  return `${value.trim().startsWith('+') ? `+${digits.slice(0, 2)}` : ''}…${digits.slice(-2)}`
}
const maskName = (value: string): string =>
  value
    .trim()
    .split(/[\s-]+/)
    .filter(Boolean)
    .slice(0, 4)
    .map((part) => `${first(part)}.`)
    .join(' ')
const maskNote = (value: string): string => `*** (${value.length})`

const cardLike = /\b(?:\d[ -]?){13,19}\b/g
const isCard = (text: string): boolean => {
  let sum = 0
  const digits = text.replaceAll(/\D/g, '')
  for (let at = 0; at < digits.length; at++) {
    const digit = Number(digits[digits.length - 1 - at])
    const twice = digit * 2
    sum += at % 2 === 0 ? digit : twice > 9 ? twice - 9 : twice
  }
  return sum % 10 === 0 && !/^0+$/.test(digits)
}
/** Bounded repetitions: no regular expression backtracks without end (ReDoS). */
const emailLike = /[\p{L}\p{N}._%+'-]{1,64}(?:@|%40)[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,8}/giu
const phoneLike = /(?<![\w.])(?:\+|00)\d[\d ().-]{6,20}\d(?!\w)/g
const tokenLike = /\b(?:eyJ[\w-]{10,}\.[\w-]{5,}(?:\.[\w-]*)?|(?:rms|bc|sk|pk|whsec|ghp|xox[abp])_[\w-]{12,})/g
const schemeLike = /\b(Bearer|Basic)\s+[\w+/=.~-]{6,}/gi

/** A cheap test for where a match could begin; most texts are ids, dates and words. */
const suspicious = /@|%40|\d[\d ().-]{6}|b(?:earer|asic)\s|eyJ|[a-z]_/i

/** Names in free text cannot be recognised; what can be is masked. */
export const maskText = (text: string): string => {
  if (!suspicious.test(text)) return text
  let clean = text
  if (clean.includes('@') || clean.includes('%40')) clean = clean.replace(emailLike, (found) => maskEmail(found.replace(/%40/i, '@')))
  if (/\d[\d ().-]{6}/.test(clean))
    clean = clean
      .replace(cardLike, (found) => (isCard(found) ? `…${found.replaceAll(/\D/g, '').slice(-4)}` : found))
      .replace(phoneLike, maskPhone)
  return clean.replace(schemeLike, '$1 ***').replace(tokenLike, '***')
}

/** A value by what it is; the empty ones say that they are empty. */
export const maskValue = (kind: Kind, value: string): string => {
  if (value === '') return value
  switch (kind) {
    case 'secret':
      return '***'
    case 'email':
      return maskEmail(value)
    case 'phone':
      return maskPhone(value)
    case 'name':
    case 'person':
      return maskName(value)
    case 'address':
      return '***'
    case 'born':
      return '****-**-**'
    case 'note':
      return maskNote(value)
    default:
      return maskText(value)
  }
}
