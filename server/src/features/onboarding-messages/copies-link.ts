import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { brandOfHost, brandOfVenue } from '#src/features/brands/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import type {} from './message-rows.ts'

const purpose = 'onboarding copies'
/** Good as long as the request is there, without a sign-in: whoever gets the mails can end them. */
export const copiesLink = ({ ports }: Pick<Ctx, 'ports'>, origin: string, readerId: string): string =>
  `${origin}/v1/onboarding-messages/copies/${readerId}?signature=${ports.secrets.sign(purpose, readerId)}`

type CopiesLink = { id: string; signature: string }
type Copies = { name: string; email: string; lang: Lang; stopped: boolean; brand: Brand }
type Row = { requestId: string; copies: boolean; venueName: string; venueId: string | null; email: string; lang: Lang }

const rowOf = async (ctx: Ctx, { id, signature }: CopiesLink, lock: boolean): Promise<Row | undefined> => {
  if (!/^[0-9a-f-]{36}$/i.test(id) || !ctx.ports.secrets.verify(purpose, id, signature)) return undefined
  const { rows } = await sql<Row>`
    select w.request_id, w.copies, r.venue_name, r.venue_id, u.email, u.lang
    from onboarding_readers w join onboarding_requests r on r.id = w.request_id join users u on u.id = w.user_id
    where w.id = ${id} ${lock ? sql`for update of w` : sql``}`.execute(ctx.db)
  return rows[0]
}

const told = async (ctx: Ctx, { venueName, venueId, email, lang }: Row, stopped: boolean): Promise<Copies> => ({
  name: venueName,
  email,
  lang,
  stopped,
  brand: venueId ? await brandOfVenue(ctx, venueId) : await brandOfHost(ctx.db, ''),
})

/** What the link of a mail is about; undefined for one we did not make, or whose request is gone. */
export const readCopies = async (ctx: Ctx, link: CopiesLink): Promise<Copies | undefined> => {
  const row = await rowOf(ctx, link, false)
  return row && told(ctx, row, !row.copies)
}

export const setCopies = (ctx: Ctx, link: CopiesLink, stopped: boolean): Promise<Copies | undefined> =>
  transaction(ctx, async (inner) => {
    const row = await rowOf(inner, link, true)
    if (!row) return undefined
    const copies = !stopped
    if (row.copies !== copies) {
      await inner.db.updateTable('onboardingReaders').set({ copies }).where('id', '=', link.id).execute()
      await audit(inner, {
        action: 'onboarding.copies_chosen',
        subject: 'onboarding',
        subjectId: row.requestId,
        venueId: row.venueId,
        before: { copies: row.copies },
        after: { copies },
      })
    }
    return told(inner, row, stopped)
  })
