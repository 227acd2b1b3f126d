import { z } from 'zod/mini'
import type { Ctx } from '#src/platform/ctx.ts'

/** A place that is held for a guest, as his browser hands it back: nobody else can say it, and nothing in it can be changed. */
const Held = z.object({
  hold: z.string(),
  venue: z.string(),
  channel: z.string(),
  /** Seconds since 1970. */
  at: z.int(),
  party: z.int(),
  area: z.nullable(z.string()),
  duration: z.nullable(z.int()),
  kind: z.nullable(z.string()),
  /** True = nothing is held: a party too large to be booked asks the house. */
  asks: z.optional(z.boolean()),
  /** Milliseconds since 1970: when it was made, and when the place goes back. */
  made: z.int(),
  until: z.int(),
})
export type Held = z.infer<typeof Held>

/** A booking that its guest may look at for a while. */
const Seen = z.object({ venue: z.string(), channel: z.string(), booking: z.string(), until: z.int() })
type Seen = z.infer<typeof Seen>

/** A day that somebody may wait for, as his browser hands it back with who he is. */
const Waits = z.object({
  venue: z.string(),
  channel: z.string(),
  date: z.string(),
  party: z.int(),
  area: z.nullable(z.string()),
  made: z.int(),
  /** He is on the list. */
  joined: z.optional(z.boolean()),
})
export type Waits = z.infer<typeof Waits>

const longest = 1500

const sign = ({ ports }: Ctx, purpose: string, content: object): string => {
  const text = Buffer.from(JSON.stringify(content)).toString('base64url')
  return `${text}.${ports.secrets.sign(purpose, text)}`
}
const read =
  <T>(purpose: string, schema: z.ZodMiniType<T>) =>
  ({ ports }: Ctx, token: string | undefined): T | undefined => {
    if (!token || token.length > longest) return undefined
    const end = token.indexOf('.')
    const text = token.slice(0, end)
    if (end < 1 || !ports.secrets.verify(purpose, text, token.slice(end + 1))) return undefined
    return schema.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString('utf8'))).data
  }

export const signHeld = (ctx: Ctx, held: Held): string => sign(ctx, 'widget hold', held)
export const readHeld = read('widget hold', Held)
export const signSeen = (ctx: Ctx, seen: Seen): string => sign(ctx, 'widget booking', seen)
export const readSeen = read('widget booking', Seen)
export const signWaits = (ctx: Ctx, waits: Waits): string => sign(ctx, 'widget waitlist', waits)
export const readWaits = read('widget waitlist', Waits)
