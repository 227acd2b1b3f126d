import { Lang } from '@tablewire/contracts/kit/wire'
import { oneLine, plainLines } from '@tablewire/contracts/kit/text.rules'
import { addressOf, type ContactInput, phoneOf } from '#src/features/reservations/api.ts'
import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import { BadArgument } from './failure.ts'
import type { CreateRequest, GoogleUser, WaitRequest } from './messages.ts'

const lineOf = (text: string | undefined, most: number): string =>
  oneLine(text ?? '')
    .trim()
    .slice(0, most)
const email = /^[^\s@,;<>"]{1,64}@[^\s@,;<>"]+\.[^\s@,;<>"]+$/

type Guest = { contact: ContactInput; notes: string | null }

const langOf = (account: CallingAccount, user: GoogleUser): Lang | null => {
  const spoken = user.language_code?.slice(0, 2).toLowerCase()
  return account.capabilities.includes('userLocale') ? (Lang.options.find((lang) => lang === spoken) ?? null) : null
}

export const nameOf = (user: GoogleUser): { firstName: string; lastName: string } => {
  const [given, family] = [lineOf(user.given_name, 60), lineOf(user.family_name, 60)]
  if (!given && !family) throw new BadArgument('user_information has no name')
  return { firstName: given || family, lastName: given ? family : '' }
}

const contactOf = (user: GoogleUser): { firstName: string; lastName: string; email: string } => {
  const mail = lineOf(user.email, 254)
  const name = nameOf(user)
  if (!email.test(mail)) throw new BadArgument('user_information.email is missing or no address')
  return { ...name, email: mail }
}

/** As much as a booking's notes hold, with the telephone below: Google names no length, and a long wish is no reason to lose a guest. */
const wishMost = 1900
const wishOf = (request: string, most = wishMost): string => {
  const wish = plainLines(request).trim()
  return wish.length > most ? `${wish.slice(0, most - 2).trimEnd()} …` : wish
}

/**
 * Who comes, as a guest of the house. A telephone number that nobody could dial is no reason to lose a guest: it stands in the notes then, for the
 * people of the house to read.
 */
export const guestOf = (
  { account, countryCode, optIn }: { account: CallingAccount; countryCode: string; optIn: boolean },
  { user_information: user, additional_request: request }: CreateRequest,
): Guest => {
  if (!user) throw new BadArgument('user_information is missing')
  const telephone = lineOf(user.telephone, 40)
  const phone = telephone ? (phoneOf(telephone, { countryCode, international: true }) ?? null) : null
  const wish = account.capabilities.includes('specialRequest') ? wishOf(request ?? '') : ''
  const notes = [wish, telephone && phone === null ? `☎ ${telephone}` : ''].filter((part) => part !== '')
  const { address } = user
  const home = address && {
    country: /^[A-Z]{2}$/.test(address.country ?? '') ? address.country : null,
    city: lineOf(address.locality, 120),
    region: lineOf(address.region, 120),
    street: lineOf(address.street_address, 200),
    postalCode: lineOf(address.postal_code, 20),
  }
  return {
    contact: {
      ...contactOf(user),
      phone,
      lang: langOf(account, user),
      optIn,
      address: addressOf(home),
      phoneField: 'user_information.telephone',
    },
    notes: notes.length ? notes.join('\n') : null,
  }
}

const waitNotesMost = 500
/** Who waits tonight: of a mail address Google makes no promise there, and the house needs a name to call. */
export const waitingGuest = (account: CallingAccount, { user_information: user, additional_request: request }: WaitRequest) => {
  const { firstName, lastName } = nameOf(user!)
  const mail = lineOf(user!.email, 254)
  return {
    firstName: lastName ? firstName : '',
    lastName: lastName || firstName,
    email: email.test(mail) ? mail : null,
    phone: lineOf(user!.telephone, 40) || null,
    lang: langOf(account, user!),
    notes: account.capabilities.includes('specialRequest') ? wishOf(request ?? '', waitNotesMost) || null : null,
  }
}
