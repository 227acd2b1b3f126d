import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { audit } from '#src/platform/audit/audit.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { hubId } from '#src/platform/id.ts'
import { appById } from './apps.ts'
import { tellLive } from './tell-live.ts'
import type {} from './meta-rows.ts'

const Payload = z.object({
  algorithm: z.literal('HMAC-SHA256'),
  user_id: z.string().check(z.regex(/^\d{1,30}$/)),
  issued_at: z.number(),
})

/** Clocks differ; and what is older than this was said of an earlier connection. */
const skewSeconds = 300

/** Meta's own form: the signature, a dot, what is said; both in base64url. Undefined = not Meta's word. */
const readSigned = (text: string, secret: string): z.infer<typeof Payload> | undefined => {
  const [signature = '', said = '', ...rest] = text.split('.')
  const expected = createHmac('sha256', secret).update(said).digest()
  const given = Buffer.from(signature, 'base64url')
  if (rest.length || given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  try {
    return Payload.safeParse(JSON.parse(Buffer.from(said, 'base64url').toString())).data
  } catch {
    return undefined
  }
}

type Ended = { id: string; venueId: string | null; groupId: string | null; companyId: string; pageId: string; pageName: string }

/**
 * Somebody took the app out of his account at Meta, or asks that what is known of him be deleted: all his pages here end, and with them what he gave
 * us. False = not said by Meta. A word that is repeated, or older than a connection, ends nothing more.
 */
export const deauthorise = async (
  ctx: Ctx,
  { appId, signed, forget }: { appId: string; signed: string; /** Also what there was before. */ forget: boolean },
): Promise<boolean> => {
  const app = hubId.test(appId) ? await appById(ctx, appId) : undefined
  const said = app && readSigned(signed, app.secret)
  if (!said) return false
  await transaction(ctx, async (inner) => {
    const now = inner.clock().toString()
    const { rows } = await sql<Ended>`
      update meta_installs i set state = 'gone', ended_at = coalesce(i.ended_at, ${now}::timestamptz), ended_by = coalesce(i.ended_by, 'meta'),
        user_token_sealed = null, page_token_sealed = null, button_id = null, button_url = null, button_asked = null, due_at = null, leased_until = null, problem = null, problem_said = null
      where i.app_id = ${app.id} and i.meta_user_id = ${said.user_id} and i.state <> 'gone'
        and i.connected_at <= to_timestamp(${said.issued_at + skewSeconds})
      returning i.id, i.venue_id, i.group_id, i.company_id, i.page_id, i.page_name`.execute(inner.db)
    for (const { venueId, groupId, companyId, pageId, pageName } of rows) {
      const subject = venueId ? 'venue' : groupId ? 'group' : 'company'
      await audit(inner, {
        action: 'meta.removed',
        subject,
        subjectId: venueId ?? groupId ?? companyId,
        companyId,
        venueId,
        before: { pageId, pageName },
        after: { pageId: null, pageName: null },
      })
      await tellLive(inner, { venueId, groupId, companyId })
    }
    if (forget)
      await sql`delete from meta_installs i where i.app_id = ${app.id} and i.meta_user_id = ${said.user_id} and i.state = 'gone'`.execute(
        inner.db,
      )
  })
  return true
}

const codeBytes = 10
const deletion = 'meta deletion'
/** What Meta shows the person who asked: what it stands for is done already, so nothing is kept of it. */
export const deletionCode = ({ ports }: Ctx): string => {
  const number = randomBytes(codeBytes).toString('hex')
  return number + ports.secrets.signShort(deletion, number)
}
export const isDeletionCode = ({ ports }: Ctx, code: string): boolean =>
  /^[0-9a-f]{40}$/.test(code) && ports.secrets.verifyShort(deletion, code.slice(0, 2 * codeBytes), code.slice(2 * codeBytes))
