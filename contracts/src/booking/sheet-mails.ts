import { z } from 'zod/mini'
import { defineArea } from '../kit/endpoint.ts'
import { IdParams, Instant, Lang, LocalDate, whole } from '../kit/wire.ts'

export const sheetPages = ['list', 'kitchen'] as const
export const SheetPage = z.enum(sheetPages)
export const sheetRecipientsMost = 5

/** What became of the last mail to somebody: `due` is on its way, `late` could not be delivered before the meal was under way. */
export const SheetLetter = z.object({
  serviceOn: LocalDate,
  state: z.enum(['due', 'sent', 'refused', 'bounced', 'late']),
  reason: z.nullable(z.string()),
  at: Instant,
})
export type SheetLetter = z.infer<typeof SheetLetter>

const Address = z.email().check(z.maxLength(254), z.toLowerCase())
const fields = {
  enabled: z.boolean(),
  /** Before the first start of each meal. */
  minutesBefore: whole(15, 720),
  pages: z.array(SheetPage).check(z.minLength(1), z.maxLength(sheetPages.length)),
  /** No mail where nobody is booked. */
  skipEmpty: z.boolean(),
  lang: Lang,
}

/** The service sheet of a venue by mail. Version 0: nobody has set it yet. */
export const SheetMails = z.object({
  ...fields,
  recipients: z.array(z.object({ email: z.string(), last: z.nullable(SheetLetter) })),
  /** Who said so last. */
  setBy: z.nullable(z.string()),
  nextAt: z.nullable(Instant),
  version: z.int(),
})
export type SheetMails = z.infer<typeof SheetMails>

export const sheetMails = defineArea('sheetMails', {
  get: {
    method: 'GET',
    path: '/v1/venues/:id/sheet-mails',
    summary: 'Whether and to whom the service sheet of a venue goes by mail before each meal, and what became of the last ones.',
    can: ['read', 'venues'],
    audit: 'none',
    params: IdParams,
    result: SheetMails,
    envelope: 'data',
    errors: ['venue.not_found'],
  },
  save: {
    method: 'PUT',
    path: '/v1/venues/:id/sheet-mails',
    summary:
      'Change it. What goes out names guests: whoever sets it has to see reservations and guests himself, and an address of a guest is refused unless it is an account’s.',
    can: ['update', 'settings-restaurant'],
    audit: 'sheet_mail.updated',
    params: IdParams,
    body: z.object({
      ...fields,
      recipients: z.array(Address).check(z.maxLength(sheetRecipientsMost)),
      /** The version that was read; refused where somebody changed it since. */
      version: whole(0, 2_000_000_000),
    }),
    result: SheetMails,
    envelope: 'data',
    errors: ['venue.not_found', 'venue.archived', 'access.denied', 'sheet_mail.guest_address', 'sheet_mail.changed_meanwhile'],
  },
})
