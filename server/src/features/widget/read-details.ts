import { createHash } from 'node:crypto'
import { oneLine, plainLines, readable } from '@tablewire/contracts/kit/text.rules'
import type { FieldName } from '@tablewire/widget/page-state'
import { type ContactInput, phoneOf } from '#src/features/reservations/api.ts'
import { fill } from '#src/platform/phrases.ts'
import type { Asked } from './asked-page.ts'
import { widgetPhrases } from './widget-phrases.ts'

export type Values = Partial<Record<FieldName, string>>
type OptIn = { text: string; edition: string }
type Details = { contact: ContactInput; notes: string | null; optIn: OptIn | null }
export type Reading = { values: Values; errors: Values; details: Details | undefined }

const email = /^(?!\.|.*\.[.@])[^\s@,;<>"]{1,64}@(?:[^\s@,;<>".]{1,63}\.)+[^\s@,;<>".]{2,63}$/
const longest = {
  firstName: 60,
  lastName: 60,
  email: 254,
  phone: 40,
  allergies: 300,
  notes: 1500,
  occasion: 20,
  optIn: 10,
  trap: 200,
} as const
const names = Object.keys(longest) as FieldName[]

/** Far more than any field takes; the rest is not shown again. */
const shownMost = 4000
const typedIn = (form: Readonly<Record<string, string>>): Values =>
  Object.fromEntries(names.map((name) => [name, (form[name] ?? '').slice(0, shownMost)]))

const occasions = ['Birthday', 'Anniversary', 'Date', 'Business'] as const
export const occasionChoices = ({ lang }: Pick<Asked, 'lang'>) => {
  const words = widgetPhrases[lang]
  return [
    { value: '', label: words.occasionNone },
    ...occasions.map((name) => ({ value: name.toLowerCase(), label: words[`occasion${name}`] })),
  ]
}
export const optInWords = ({ lang, house }: Pick<Asked, 'lang' | 'house'>): string => fill(widgetPhrases[lang].optIn, { venue: house.name })

/** As proof: the words, and which edition of them it was, whatever the venue is called. */
const optInOf = (asked: Asked): OptIn => ({
  text: optInWords(asked),
  edition: `${asked.lang}-${createHash('sha256').update(widgetPhrases[asked.lang].optIn).digest('hex').slice(0, 12)}`,
})

/** The restaurant's mails greet by it, also whoever's address a stranger typed: no advertisement of his. */
const webAddress = /:\/\/|\bwww\.|@|\.[a-z]{2,}\//i

/** What the house reads of it: occasion, allergies and wishes, each on its line. */
const notesOf = (asked: Asked, { occasion, allergies, notes }: { occasion: string; allergies: string; notes: string }): string | null => {
  const words = widgetPhrases[asked.lang]
  const named = occasion && occasionChoices(asked).find(({ value }) => value === occasion)?.label
  const lines = [named && `${words.occasion}: ${named}`, allergies && `${words.allergies}: ${allergies}`, notes]
  return lines.filter(Boolean).join('\n') || null
}

const errorsOf = (asked: Asked, { values, mail, phone }: { values: Values; mail: string; phone: string | null | undefined }): Values => {
  const words = widgetPhrases[asked.lang]
  const long = names.filter((name) => (values[name] ?? '').length > longest[name])
  return {
    ...Object.fromEntries(
      (['firstName', 'lastName', 'email'] as const)
        .filter((name) => !readable(oneLine(values[name] ?? '').trim()))
        .map((name) => [name, words.errorMissing]),
    ),
    ...Object.fromEntries(
      (['firstName', 'lastName'] as const).filter((name) => webAddress.test(values[name] ?? '')).map((name) => [name, words.errorName]),
    ),
    ...(mail && !email.test(mail) ? { email: words.errorEmail } : {}),
    ...(phone === undefined ? { phone: words.errorPhone } : {}),
    ...Object.fromEntries(long.map((name) => [name, words.errorLong])),
    ...(values.trap ? { trap: words.errorTrap } : {}),
  }
}

/** The address alone, where it is corrected: what was typed, and it as one that mails can go to. */
export const readEmail = ({ lang }: Pick<Asked, 'lang'>, typed: string): { value: string; error: string | undefined; email: string } => {
  const words = widgetPhrases[lang]
  const mail = readable(oneLine(typed).trim())
  const wrong = !mail ? words.errorMissing : mail.length > longest.email ? words.errorLong : email.test(mail) ? undefined : words.errorEmail
  return { value: typed.slice(0, shownMost), error: wrong, email: mail }
}

/** Who comes, as the guest typed it: shown again as it is where something is wrong, else made of it what a booking takes. */
export const readDetails = (asked: Asked, form: Readonly<Record<string, string>>): Reading => {
  const values = typedIn(form)
  const lineOf = (name: FieldName): string => readable(oneLine(values[name] ?? '').trim())
  const mail = lineOf('email')
  const typedPhone = lineOf('phone')
  const phone = typedPhone ? phoneOf(typedPhone, { countryCode: asked.house.countryCode, international: false }) : null
  const errors = errorsOf(asked, { values, mail, phone })
  if (Object.keys(errors).length) return { values, errors, details: undefined }
  const optIn = values.optIn === 'yes'
  const notes = plainLines(values.notes ?? '').trim()
  const contact = {
    firstName: lineOf('firstName'),
    lastName: lineOf('lastName'),
    email: mail,
    phone: phone ?? null,
    lang: asked.lang,
    optIn,
    address: null,
    phoneField: 'phone',
  }
  return {
    values,
    errors,
    details: {
      contact,
      notes: notesOf(asked, { occasion: values.occasion ?? '', allergies: lineOf('allergies'), notes }),
      optIn: optIn ? optInOf(asked) : null,
    },
  }
}
