import { sql } from 'kysely'
import { Temporal } from 'temporal-polyfill'
import { brandOfVenue, mailBrand } from '#src/features/brands/api.ts'
import { localeOf } from '#src/features/guest-messages/api.ts'
import { mealsOn } from '#src/features/shift-notes/api.ts'
import { type VenueWithBook, venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { localWords } from '#src/platform/local-words.ts'
import { oneAddress } from '#src/platform/mail/address.ts'
import { renderMail } from '#src/platform/mail/layout.ts'
import { type NamedMail, sendOnce } from '#src/platform/mail/send-once.ts'
import { fill } from '#src/platform/phrases.ts'
import type { LetterData } from './begin-mails.ts'
import type { SheetMailRecord } from './mail-rows.ts'
import { sheetOf } from './read-sheet.ts'
import { returnOf } from './returned-sheets.ts'
import { letterParts } from './sheet-letter.ts'
import { sheetPhrases } from './sheet-phrases.ts'

type Letter = SheetMailRecord & { email: string; serviceOn: string; mealId: string; dueAt: string }

/** What is still wanted, by the setting as it is now. */
const letterOf = async (ctx: Ctx, { letterId }: LetterData): Promise<Letter | undefined> => {
  const { rows } = await sql<Letter>`
    select m.*, l.email, n.service_on, n.meal_id, n.due_at
    from sheet_letters l join sheet_runs n on n.id = l.run_id join sheet_mails m on m.venue_id = n.venue_id
      join sheet_recipients p on p.venue_id = n.venue_id and p.email = l.email
    where l.id = ${letterId} and l.state = 'due' and m.enabled`.execute(ctx.db)
  return rows[0]
}

const move = async (ctx: Ctx, { letterId }: LetterData, state: 'sent' | 'refused' | 'late'): Promise<void> => {
  const at = ctx.clock().toString()
  await ctx.db.updateTable('sheetLetters').set({ state, at }).where('id', '=', letterId).where('state', '=', 'due').execute()
}

/** After so long the meal is under way, and an old list misleads. */
const lateMinutes = 60
const isLate = (ctx: Ctx, { dueAt, minutesBefore }: Letter): boolean =>
  ctx.clock().epochMilliseconds > Temporal.Instant.from(dueAt).epochMilliseconds + (minutesBefore + lateMinutes) * 60_000

const mailOf = async (ctx: Ctx, letter: Letter, { venue, letterId }: { venue: VenueWithBook; letterId: string }): Promise<NamedMail> => {
  const { lang, serviceOn, mealId, origin, pages, email, setBy } = letter
  const words = sheetPhrases[lang]
  const sheet = await sheetOf(ctx, venue, { date: serviceOn, mealId })
  const day = localWords(Temporal.PlainDate.from(serviceOn).toPlainDateTime(), localeOf(lang, venue.countryCode), {
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  })
  const brand = await brandOfVenue(ctx, venue.id)
  const { title, paragraphs, details } = letterParts({ sheet, lang, pages, day })
  const query = new URLSearchParams({ venue: venue.id, date: serviceOn, meal: mealId })
  const rendered = renderMail({
    brand: mailBrand(brand, origin),
    title,
    paragraphs,
    details,
    action: { label: fill(words.see, { brand: brand.name }), url: `${origin}/service-sheet?${query.toString()}` },
    footer: fill(words.footer, { venue: venue.name, who: setBy, brand: brand.name }),
    dir: 'ltr',
    lang,
  })
  const from = oneAddress(ctx.ports.config.mailFrom).address
  const returnTo = returnOf(ctx, { id: letterId, from })
  return {
    id: `sheet.${letterId}@${from.slice(from.indexOf('@') + 1)}`,
    to: email,
    from: `${brand.name.replace(/[<>"\r\n]/g, '')} <${from}>`,
    subject: title,
    companyId: venue.companyId,
    ...(returnTo ? { returnTo } : {}),
    ...rendered,
  }
}

/** To one of the house, once; who was taken off the list meanwhile gets none. */
export const mailSheet = async (ctx: Ctx, data: LetterData): Promise<void> => {
  const letter = await letterOf(ctx, data)
  if (!letter) return move(ctx, data, 'late')
  const venue = await venueWithBook(ctx, letter.venueId)
  // The meal may have left the book since.
  const isServed = mealsOn(venue, letter.serviceOn).some(({ id }) => id === letter.mealId)
  if (isLate(ctx, letter) || venue.archived || !isServed) return move(ctx, data, 'late')
  const mail = await mailOf(ctx, letter, { venue, letterId: data.letterId })
  const holds = async (inner: Ctx): Promise<boolean> => (await letterOf(inner, data)) !== undefined
  if (!(await sendOnce(ctx, { ...mail, holds }, (inner) => move(inner, data, 'sent')))) await move(ctx, data, 'refused')
}
