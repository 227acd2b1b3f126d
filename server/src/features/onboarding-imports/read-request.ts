import { langs } from '@tablewire/contracts/kit/wire'
import { OnboardingFields } from '@tablewire/contracts/onboarding/onboarding-fields'
import type { Requester } from '@tablewire/contracts/onboarding/onboarding.rules'
import type { FindingReason } from '@tablewire/contracts/phrases/findings'
import { countryIn } from '#src/features/columns/api.ts'

export type ReadRequest = OnboardingFields & { requester?: Requester | undefined }
export type Refused = { reason: FindingReason; target: string; value: string }

/** Field of a request → the column of a file. */
export const targetOf: Readonly<Record<string, string>> = {
  venueName: 'name',
  systemId: 'system',
  channelId: 'bookingChannel',
  requester: 'requester',
  mozrestId: 'id',
  rmsVenueId: 'rmsVenueId',
  bookingChannelVenueId: 'channelVenueId',
  venueAddress: 'address',
  venueCountry: 'country',
  venuePhone: 'phone',
  profileUrl: 'url',
  reference: 'requestReference',
  contactEmail: 'email',
  contactLanguage: 'lang',
  notes: 'notes',
  internalNotes: 'internalNotes',
  noneOfThese: 'noneOfThese',
}
const reasons: Readonly<Record<string, FindingReason>> = {
  venueName: 'name.missing',
  profileUrl: 'website.invalid',
  contactEmail: 'email.invalid',
  contactLanguage: 'lang.unknown',
}

const said = /^(1|x|true|yes|ja|si|sí|oui)$/i
const bySystem = /^(rms|system|reservation system|reservierungssystem|sistema.*|système.*|reserveringssysteem)$/i
const byChannel = /^(bc|channel|booking channel|buchungskanal|canal.*|boekingskanaal)$/i
const requesterIn = (word: string): Requester | undefined => (bySystem.test(word) ? 'rms' : byChannel.test(word) ? 'bc' : undefined)

/** The names of the five languages in each of them, as people write them. */
const langIn = (word: string): string => {
  const plain = word.toLowerCase()
  const named = langs.find((lang) =>
    langs.some((own) => new Intl.DisplayNames(own, { type: 'language' }).of(lang)?.toLowerCase() === plain),
  )
  return named ?? plain.slice(0, 2)
}

/** What a row says of a request, or the first thing that is wrong with it. */
export const readRequest = (textOf: (target: string) => string): ReadRequest | Refused => {
  const text = (target: string) => textOf(target).trim()
  const asks = text('requester')
  const requester = requesterIn(asks)
  if (asks !== '' && !requester) return { reason: 'value.invalid', target: 'requester', value: asks }
  const values = Object.fromEntries(
    Object.keys(OnboardingFields.shape)
      .filter((field) => field !== 'noneOfThese')
      .flatMap((field) => (text(targetOf[field]!) === '' ? [] : [[field, text(targetOf[field]!)]])),
  )
  const given: Record<string, unknown> = {
    ...values,
    ...(values['venueCountry'] ? { venueCountry: countryIn(values['venueCountry'])?.code ?? values['venueCountry'] } : {}),
    ...(values['contactLanguage'] ? { contactLanguage: langIn(values['contactLanguage']) } : {}),
    ...(said.test(text('noneOfThese')) ? { noneOfThese: true } : {}),
  }
  const read = OnboardingFields.safeParse(given)
  if (read.success) return { ...read.data, requester }
  const field = String(read.error.issues[0]!.path[0])
  const value = values[field] ?? ''
  return {
    reason: field === 'venueName' && value !== '' ? 'value.invalid' : (reasons[field] ?? 'value.invalid'),
    target: targetOf[field]!,
    value,
  }
}
