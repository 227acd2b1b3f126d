import { type SheetMails, sheetRecipientsMost } from '@tablewire/contracts/booking/sheet-mails'

export type SheetMailFields = {
  enabled: boolean
  recipients: string
  minutesBefore: number | null
  pages: 'both' | 'list' | 'kitchen'
  skipEmpty: boolean
  lang: SheetMails['lang']
}

/** As they are typed: one in each line, or with commas between them. */
export const addressesIn = (text: string): string[] => [
  ...new Set(
    text
      .split(/[\s,;]+/)
      .map((one) => one.trim().toLowerCase())
      .filter((one) => one !== ''),
  ),
]

const addressLike = /^[^@\s]+@[^@\s]+\.[^@\s.]+$/
/** What is wrong with them: one that is none, or too many. */
export const wrongIn = (addresses: readonly string[]): { address: string } | 'many' | undefined => {
  const wrong = addresses.find((one) => !addressLike.test(one))
  if (wrong !== undefined) return { address: wrong }
  return addresses.length > sheetRecipientsMost ? 'many' : undefined
}

export const fieldsOf = ({ enabled, recipients, minutesBefore, pages, skipEmpty, lang }: SheetMails): SheetMailFields => ({
  enabled,
  recipients: recipients.map(({ email }) => email).join('\n'),
  minutesBefore,
  pages: pages.length > 1 ? 'both' : (pages[0] ?? 'both'),
  skipEmpty,
  lang,
})

export const bodyOf = (fields: SheetMailFields, version: number) => ({
  enabled: fields.enabled,
  recipients: addressesIn(fields.recipients),
  minutesBefore: fields.minutesBefore ?? 60,
  pages: fields.pages === 'both' ? (['list', 'kitchen'] as const).slice() : [fields.pages],
  skipEmpty: fields.skipEmpty,
  lang: fields.lang,
  version,
})
