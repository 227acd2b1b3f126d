import { countryName } from '#src/kit/format.ts'
import type { useOfficeT } from '#src/kit/office/use-office-t.ts'
import type { useT } from './use-t.ts'
import { type Field, messageKinds, notices, type VenueForm } from './venue-form.ts'

type T = ReturnType<typeof useT>

export const labelOf =
  (t: T) =>
  (field: Field): string =>
    t(field)

const pricesInWords = (t: T, prices: VenueForm['paymentDefinition']): string =>
  (['deposit', 'noShowFee'] as const)
    .filter((name) => prices[name].amount !== null)
    .map((name) => `${t(name)}: ${prices[name].amount} (${t(`price.${prices[name].type}`)})`)
    .join(', ')

const textsInWords = (texts: VenueForm['confirmationText']): string =>
  Object.entries(texts)
    .filter(([, text]) => text)
    .map(([lang, text]) => `${lang}: ${text}`)
    .join('\n')
const portsInWords = (t: T, ports: VenueForm['messagePorts']): string =>
  messageKinds.map((one) => `${t(`notice.${one}`)}: ${t(`port.${ports[one]}`)}`).join('\n')
const messagesInWords = (t: T, messages: VenueForm['messageTexts']): string =>
  messageKinds
    .map((one) => ({ one, said: textsInWords(messages[one]) }))
    .filter(({ said }) => said)
    .map(({ one, said }) => `${t(`notice.${one}`)}\n${said}`)
    .join('\n')

const wordsOf = (t: T, field: Field, value: unknown): string =>
  field === 'messageTexts' || field === 'messageLines'
    ? messagesInWords(t, value as VenueForm['messageTexts'])
    : textsInWords(value as VenueForm['confirmationText'])
const isTexts = (field: Field): boolean =>
  field === 'messageTexts' || field === 'messageLines' || field === 'confirmationText' || field === 'paymentPolicy'

/** A value as a reader would say it, for choosing between two. */
export const valueInWords =
  (t: T, office: ReturnType<typeof useOfficeT>) =>
  (field: Field, value: unknown): string => {
    if (value === null || value === undefined || value === '') return office('none')
    if (typeof value === 'boolean') return office(value ? 'yes' : 'no')
    if (field === 'ftpPassword' || field === 'systemToken') return '••••••'
    if (field === 'countryCode') return countryName(value as string)
    if (field === 'paymentType') return t(`payment.${value as VenueForm['paymentType']}`)
    if (field === 'notice')
      return notices
        .filter((one) => (value as VenueForm['notice'])[one])
        .map((one) => t(`notice.${one}`))
        .join(', ')
    if (field === 'messagePorts') return portsInWords(t, value as VenueForm['messagePorts'])
    if (field === 'keptBack') return (value as VenueForm['keptBack']).map(({ name, covers }) => `${name}: ${covers ?? 0}`).join(', ')
    if (field === 'paymentDefinition') return pricesInWords(t, value as VenueForm['paymentDefinition'])
    if (isTexts(field)) return wordsOf(t, field, value)
    return String(value as string | number)
  }
