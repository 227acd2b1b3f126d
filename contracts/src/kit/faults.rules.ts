/**
 * Translates failures between the hub and another side for people: networks, connectors and the hub leave technical messages ("ECONNREFUSED",
 * "answered 500: …"), which are stored as they are and translated into the reader's language here. Phrases stand in phrases/faults, and those for
 * problems of our own (`slot.taken`) with the error codes.
 */
type Values = Readonly<Record<string, string>>
/** A phrase in the reader's language; undefined = there is none. */
export type SayFault = (key: string, values: Values) => string | undefined
/** What is wrong, and what to do about it; null = nothing in particular. */
export type FaultWords = { what: string; advice: string | null }

/** The first match counts. Named groups fill the phrase; `why` is translated itself, `said` is the other side's own message. */
const signs: readonly (readonly [RegExp, string])[] = [
  // Of which booking; no code of a network.
  [/^(?!E[A-Z]{5,}: )(?<ref>[A-Z0-9]{4,12}): (?<why>.+)$/s, 'of'],
  [/^not canceled at the system: (?<why>.+)$/s, 'notCanceled'],
  [/^not made or canceled here, and the system has one like it \((?<ids>.+)\)$/s, 'alike'],
  [/^the system has this booking twice under its key: (?<ids>.+)$/s, 'doubled'],
  [/^(?:canceled here, and )?(?:the system has )?several (?:bookings )?like (?:it|this one): (?<ids>.+)$/s, 'several'],
  [/^the system may have this booking moved: (?<ids>.+)$/s, 'moved'],
  [/^the system gave this booking the id of another one/, 'otherId'],
  [/^it could not be found out whether the system has/, 'lost'],
  [/^the system does not know this booking any more/, 'gone'],
  [/^the system did not cancel it/, 'kept'],
  [/^sent, and not there yet/, 'notYet'],
  [/^the reservation system did not take the booking in time, and/, 'unsure'],
  [/^the reservation system did not take the booking in time/, 'tooLate'],
  [/^the system does not have the booking/, 'notThere'],
  [/^the venue has no id at its system/, 'noVenueId'],
  [/^the secret of the connection cannot be read/, 'sealed'],
  [/^the settings of the connection are not complete/, 'incomplete'],
  [/^the connection lacks its secret/, 'noSecret'],
  [/^the venue has no credentials of its own/, 'noToken'],
  [/^the reservation system is not spoken to/, 'switchedOff'],
  [/^payment not made$/, 'unpaid'],
  [/^made too late$/, 'madeLate'],
  [/^not asked: it did not answer/, 'resting'],
  [/^not asked: too many/, 'crowded'],
  [/^(?:the endpoint )?answered (?<status>40[13])(?:: (?<said>.+))?$/s, 'denied'],
  [/^(?:the endpoint )?answered (?<status>404|410)(?:: (?<said>.+))?$/s, 'missing'],
  [/^(?:the endpoint )?answered (?<status>409)(?:: (?<said>.+))?$/s, 'conflict'],
  [/^(?:the endpoint )?answered (?<status>425|429|503)(?:: (?<said>.+))?$/s, 'busy'],
  [/^(?:the endpoint )?answered (?<status>408|5\d\d)(?:: (?<said>.+))?$/s, 'broke'],
  [/^(?:the endpoint )?answered (?<status>4\d\d)(?:: (?<said>.+))?$/s, 'no'],
  [/^(?:the endpoint )?answered (?:\d{3}|what )|\bHPE_[A-Z_]+|^Parse Error/, 'unreadable'],
  [/^address refused|^not an address$|^the address is not a public one/, 'address'],
  [/CERT|ERR_TLS|ERR_SSL|\bTLS_|SELF_SIGNED|ALTNAME|UNABLE_TO_|EPROTO|^the certificate of the host/, 'certificate'],
  [/ECONNREFUSED|^the connection was refused/, 'refused'],
  [/ENOTFOUND|EAI_[A-Z]+|^the name of the host is not known/, 'unknown'],
  [/ECONNRESET|ECONNABORTED|EPIPE|socket hang up|UND_ERR_SOCKET|other side closed|^the connection was cut/, 'broken'],
  [/ETIMEDOUT|ESOCKETTIMEDOUT|UND_ERR_\w*TIMEOUT|^no answer within/, 'late'],
  [/EHOSTUNREACH|ENETUNREACH|EHOSTDOWN|ENETDOWN|EADDRNOTAVAIL/, 'noWay'],
  [/^fetch failed|^the call failed|^the connector failed|^failed$|^E[A-Z]{4,}$/, 'failed'],
]

const coded = /^(?<code>[a-z_]+\.[a-z_]+)(?: \((?<given>.+)\))?$/s

/** `party.too_large (limit=8)`: a problem of ours as stored, with the values of its message, so that it can be translated for each reader. */
export const codeWithValues = (code: string, values: Readonly<Record<string, string | number>>): string => {
  const given = Object.entries(values).map(([name, value]) => `${name}=${String(value).replaceAll('; ', ', ')}`)
  return given.length > 0 ? `${code} (${given.join('; ')})` : code
}

/** Fields of a venue or its book (`attribute.cutOff, attribute.party`). */
const attributes = /^attribute\.\w+(?:, attribute\.\w+)*$/

/** A value may be half a sentence of ours (`rule.closure`), which takes the other values, names of fields, or what a system said. */
const valueInWords = (value: string, given: Values, say: SayFault): string => {
  if (attributes.test(value)) return value.replace(/attribute\.\w+/g, (name) => say(name, {}) ?? name)
  return (/^(rule|status|contradiction)\.\w+$/.test(value) ? say(value, given) : faultInWords(value, say)?.what) ?? value
}

/** Undefined where there is no problem of ours, or a value of its message was not stored. */
const codeInWords = (text: string, say: SayFault): FaultWords | undefined => {
  const { code, given } = coded.exec(text)?.groups ?? {}
  if (code === undefined) return undefined
  const pairs = (given ?? '').split('; ').map((pair) => [pair.slice(0, pair.indexOf('=')), pair.slice(pair.indexOf('=') + 1)] as const)
  const raw = Object.fromEntries(pairs)
  const values = Object.fromEntries(pairs.map(([name, value]) => [name, valueInWords(value, raw, say)]))
  // The sentence of the code speaks of a form, and no form has been filled in here.
  const what = say(code === 'request.invalid' && values['fields'] ? 'unfit' : code, values)
  return what === undefined || /\{\w+\}/.test(what) ? undefined : { what, advice: null }
}

const signInWords = (key: string, groups: Record<string, string | undefined>, say: SayFault): FaultWords | undefined => {
  const { said, why, ...values } = groups
  const within = why === undefined ? undefined : faultInWords(why, say)
  const given = { ...values, ...(why === undefined ? {} : { why: within?.what ?? why }) } as Values
  const what = say(key, given)
  if (what === undefined) return undefined
  // Two full stops otherwise.
  const quoted = said?.replace(/\.$/, '')
  return {
    what: quoted ? (say('said', { what, said: quoted }) ?? what) : what,
    advice: say(`${key}.do`, given) ?? within?.advice ?? null,
  }
}

/** Undefined for another side's own message: it stays untranslated. */
export const faultInWords = (text: string, say: SayFault): FaultWords | undefined => {
  const ours = codeInWords(text, say)
  if (ours) return ours
  for (const [sign, key] of signs) {
    const found = sign.exec(text)
    if (!found) continue
    return signInWords(key, found.groups ?? {}, say)
  }
  return undefined
}
