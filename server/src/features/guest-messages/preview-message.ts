import { isTextNotice, waitNoticeKinds } from '@tablewire/contracts/booking/reservations.rules'
import type { LangTexts } from '@tablewire/contracts/estate/book'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import type { Notice } from '#src/features/reservations/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { sampleLink } from './own-code.ts'
import { readLetter } from './read-letter.ts'
import { writeMail } from './write-mail.ts'
import { writeText } from './write-text.ts'

type Wanted = { venueId: string; kind: Notice; lang: Lang; texts?: LangTexts | undefined; lines?: LangTexts | undefined }
/** Of no booking: what is only looked at must not act for a guest. */
const nobody = '00000000-0000-0000-0000-000000000000'

const keptMinutes = 10

/** The next booking, else the last one there was. */
const bookingToShow = async (ctx: Ctx, venueId: string): Promise<string | undefined> => {
  const now = sql`${ctx.clock().toString()}::timestamptz`
  const { rows } = await sql<{ id: string }>`
    (select r.id, 0 as rank from reservations r where r.venue_id = ${venueId} and r.starts_at >= ${now} and r.status = 'confirmed' and r.guest_email is not null
      order by r.starts_at, r.id limit 1)
    union all
    (select r.id, 1 from reservations r where r.venue_id = ${venueId} and r.starts_at < ${now} and r.guest_email is not null order by r.starts_at desc, r.id desc limit 1)
    order by rank limit 1`.execute(ctx.db)
  return rows[0]?.id
}

/** A message as a guest would read it now, with the venue's words as they are being written. */
export const previewMessage = async (ctx: Ctx, { venueId, kind, lang, texts, lines }: Wanted) => {
  const venue = await venueWithBook(ctx, venueId)
  const id = await bookingToShow(ctx, venue.id)
  const letter = id === undefined ? undefined : await readLetter(ctx, id)
  if (!letter) throw new Problem('reservation.not_found')
  const messageTexts = texts === undefined ? letter.messageTexts : { ...letter.messageTexts, [kind]: texts }
  const messageLines = lines === undefined ? letter.messageLines : { ...letter.messageLines, [kind]: lines }
  // What those read who wait says until when a place is kept.
  const isKept = waitNoticeKinds.some((one) => one === kind)
  const holdExpiresAt = isKept ? ctx.clock().add({ minutes: keptMinutes }).toString() : letter.holdExpiresAt
  const shown = { ...letter, holdExpiresAt, id: nobody, guestLang: lang, messageTexts, messageLines }
  const { subject, html, text } = await writeMail(ctx, shown, kind)
  return { reference: letter.reference, subject, html, text, line: isTextNotice(kind) ? writeText(shown, kind, sampleLink(ctx)) : '' }
}
