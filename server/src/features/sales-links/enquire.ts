import { type Lang, line, note, prose, text } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { notifyPeople } from '#src/features/notifications/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { announceLink } from './announce-link.ts'
import type { OpenLink } from './open-link.ts'
import type {} from './sales-rows.ts'

export const enquiryFields = { name: 120, email: 254, phone: 40, message: 2000 } as const
export type EnquiryField = keyof typeof enquiryFields | 'consent'

const Sent = z.object({
  name: text(enquiryFields.name),
  email: z.string().check(z.trim(), z.toLowerCase(), z.maxLength(enquiryFields.email), z.email()),
  phone: z.optional(line(enquiryFields.phone).check(z.regex(/^[+\d][\d\s()./-]{4,}$|^$/))),
  message: prose(enquiryFields.message),
  consent: z.literal('yes'),
  /** The form it was written in. */
  once: z.uuid(),
})
/** A field that people do not see; programs fill in whatever they find. */
const trap = z.object({ website: z.optional(note(0)) })

export type Enquiring = { outcome: 'sent' } | { outcome: 'wrong'; fields: readonly EnquiryField[] }

/** Who hears of it: the people of the venue's system, else of the platform; and whoever made the link. */
const addressees = async (ctx: Ctx, { venueId, madeBy }: OpenLink): Promise<string[]> => {
  const { rows } = await sql<{ id: string }>`
    with agents as (
      select u.id from venues v join system_users s on s.system_id = v.system_id join users u on u.id = s.user_id and u.disabled_at is null
      where v.id = ${venueId}
    )
    select id from agents union select u.id from users u where u.id = ${madeBy}::uuid and u.disabled_at is null
    union select u.id from users u
      where not exists (select from agents) and u.company_id is null and u.all_venues and u.disabled_at is null and 'ROLE_ADMIN' = any(u.roles)`.execute(
    ctx.db,
  )
  return rows.map(({ id }) => id)
}

/** Stored beside the link, told by bell and mail. What a program wrote is thanked for and goes nowhere; the same form again changes nothing. */
export const enquire = async (ctx: Ctx, link: OpenLink, { body, lang }: { body: unknown; lang: Lang }): Promise<Enquiring> => {
  if (!trap.safeParse(body).success) return { outcome: 'sent' }
  const sent = Sent.safeParse(body)
  if (!sent.success) {
    const fields = sent.error.issues.map(({ path }) => (path[0] === 'once' ? 'message' : path[0]) as EnquiryField)
    return { outcome: 'wrong', fields: [...new Set(fields)] }
  }
  const { name, email, phone = '', message, once } = sent.data
  return transaction(ctx, async (inner) => {
    const [id, at] = [newId(), inner.clock().toString()]
    const { numInsertedOrUpdatedRows } = await inner.db
      .insertInto('salesEnquiries')
      .values({ id, linkId: link.id, once, name, email, phone: phone || null, message, lang, at })
      .onConflict((same) => same.columns(['linkId', 'once']).doNothing())
      .executeTakeFirst()
    if (numInsertedOrUpdatedRows === 0n) return { outcome: 'sent' }
    // Who wrote stands with the enquiry, which is forgotten in time; the audit is not.
    await audit(inner, { action: 'sales_link.enquired', subject: 'sales_link', subjectId: link.id, venueId: link.venueId })
    await announceLink(inner, link, 'enquired')
    const about = JSON.stringify({ linkId: link.id, name })
    const to = await addressees(inner, link)
    await notifyPeople(inner, [
      { eventId: id, event: 'enquiry', venueId: link.venueId, reservationId: null, actorUserId: null, about, at, to },
    ])
    return { outcome: 'sent' }
  })
}
