import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Brand } from '@tablewire/contracts/identity/brands'
import { sql } from 'kysely'
import { brandOfVenue } from '#src/features/brands/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { guestOrigin } from '#src/platform/guest-origin.ts'
import type {} from './request-rows.ts'

const purpose = 'review request'

/** Good without a sign-in for whoever got the mail, until it expires. */
export const requestLink = ({ ports: { config, secrets } }: Pick<Ctx, 'ports'>, id: string): string =>
  `${guestOrigin(config)}/feedback/${id}?signature=${secrets.sign(purpose, id)}`

export type RequestLink = { id: string; signature: string }
export type OpenRequest = {
  id: string
  venueId: string
  venueName: string
  reservationId: string
  guestKey: string
  lang: Lang
  edits: number
  visitedOn: string
  guestFirstName: string
  guestLastName: string
  reviewId: string | null
  moderation: 'awaiting' | 'published' | 'declined' | null
  rating: number | null
  title: string | null
  content: string | null
  /** Of the house, once it is public. */
  reply: string | null
  subratings: { name: string; rating: number }[]
  brand: Brand
}

/** What the link of a mail is about; undefined for one we did not make, that expired, or whose visit is not one any more. */
export const openRequest = async (ctx: Ctx, { id, signature }: RequestLink, { locked = false } = {}): Promise<OpenRequest | undefined> => {
  if (!/^[0-9a-f-]{36}$/i.test(id) || !ctx.ports.secrets.verify(purpose, id, signature)) return undefined
  // Alone and first: read in one statement with the lock, who waited would see the review as it was before.
  if (locked) await sql`select from review_requests where id = ${id} for update`.execute(ctx.db)
  const { rows } = await sql<Omit<OpenRequest, 'brand' | 'subratings'> & { subratings: OpenRequest['subratings'] | null }>`
    select q.id, q.venue_id, coalesce(v.display_name, v.name) as venue_name, q.reservation_id, q.guest_key, q.lang, q.edits, b.service_on::text as visited_on,
      b.guest_first_name, b.guest_last_name, r.id as review_id, r.moderation, r.rating::float8 as rating, r.title, r.content, r.subratings, p.shown as reply
    from review_requests q join venues v on v.id = q.venue_id join reservations b on b.venue_id = q.venue_id and b.id = q.reservation_id
      left join reviews r on r.id = q.review_id left join review_replies p on p.review_id = r.id
    where q.id = ${id} and q.expires_at > ${ctx.clock().toString()}::timestamptz and b.status = 'completed'`.execute(ctx.db)
  const [row] = rows
  return row && { ...row, subratings: row.subratings ?? [], brand: await brandOfVenue(ctx, row.venueId) }
}

/** `Noa B.`, as others read it; null for who gave no name. */
export const signedBy = ({ guestFirstName, guestLastName }: Pick<OpenRequest, 'guestFirstName' | 'guestLastName'>): string | null => {
  const [initial] = Array.from(guestLastName.trim())
  return [guestFirstName.trim(), initial ? `${initial}.` : ''].filter(Boolean).join(' ') || null
}
