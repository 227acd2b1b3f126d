import type { Lang } from '@tablewire/contracts/kit/wire'
import type { Ctx } from '#src/platform/ctx.ts'
import type { Gateway } from './gateway-of.ts'

/** `ref`: our name for it, the same at every try. `isAnswer`: the guest has just written. */
export type TextMessage = { to: string; text: string; ref: string; lang: Lang; isAnswer?: boolean }
type Request = { url: string; method: 'GET' | 'POST'; headers: Record<string, string>; body?: string }
/** `again`: it may be tried again later. */
export type Taking = { taken: true } | { taken: false; again: boolean; said: string }
type Answer = { status: number; text: string }
export type Dialect = {
  /** The gateway tells two of one `ref` apart from one, so what was not answered may be sent again. */
  knowsRefs: boolean
  request(ctx: Ctx, gateway: Gateway, message: TextMessage & { deliveryUrl: string }): Request
  read(answer: Answer): Taking
}
