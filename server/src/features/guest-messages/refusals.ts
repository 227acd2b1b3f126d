import { createHash } from 'node:crypto'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql, type RawBuilder, type SqlBool } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import type { InstantColumn } from '#src/platform/db/schema.ts'
import { guestOrigin } from '#src/platform/guest-origin.ts'

/** What a guest may refuse by law; what is about a booking of his is none of it. */
export type Refusable = 'review' | 'marketing'
type GuestRefusals = { venueId: string; guestKey: string; kind: Refusable; refusedAt: InstantColumn }
declare module '#src/platform/db/schema.ts' {
  interface Tables {
    guestRefusals: GuestRefusals
  }
}

/** Of an address of mail, or of a number, at one venue; it leads to nobody. */
export const guestKeyOf = (venueId: string, contact: string): string =>
  createHash('sha256').update(`${venueId} ${contact.trim().toLowerCase()}`).digest('base64url')

export type Refusal = { venueId: string; guestKey: string; kind: Refusable }
const purpose = 'no more mails'
const textOf = ({ venueId, guestKey, kind }: Refusal): string => `${kind} ${venueId} ${guestKey}`

/** Where a guest takes himself off: good for ever, also when nothing else is kept of him. */
export const stopLink = ({ ports: { config, secrets } }: Pick<Ctx, 'ports'>, refusal: Refusal, lang: Lang): string => {
  const venue = Buffer.from(refusal.venueId.replaceAll('-', ''), 'hex').toString('base64url')
  const token = `${refusal.kind}.${venue}.${refusal.guestKey}.${secrets.sign(purpose, textOf(refusal))}`
  return `${guestOrigin(config)}/book/stop/${token}?lang=${lang}`
}

/** What such a link refuses; undefined for one that we did not make. */
export const readStopToken = ({ ports: { secrets } }: Pick<Ctx, 'ports'>, token: string): Refusal | undefined => {
  const [, kind, venue = '', guestKey = '', signature = ''] = /^(review|marketing)\.([\w-]{22})\.([\w-]{43})\.(.+)$/.exec(token) ?? []
  if (!kind) return undefined
  const hex = Buffer.from(venue, 'base64url').toString('hex')
  const venueId = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
  const refusal: Refusal = { venueId, guestKey, kind: kind as Refusable }
  return secrets.verify(purpose, textOf(refusal), signature) ? refusal : undefined
}

/** True = he had not said so before. */
export const refuseMails = async (ctx: Ctx, refusal: Refusal): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await ctx.db
    .insertInto('guestRefusals')
    .values({ ...refusal, refusedAt: ctx.clock().toString() })
    .onConflict((same) => same.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Whether that guest wants no mails of that kind any more. */
export const isRefused = (kind: Refusable, venueId: RawBuilder<unknown>, guestKey: RawBuilder<unknown>): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from guest_refusals f where f.venue_id = ${venueId} and f.guest_key = ${guestKey} and f.kind = ${kind})`
