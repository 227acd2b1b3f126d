import type { Commission } from '@tablewire/contracts/channels/channel-objects'
import type { channels } from '@tablewire/contracts/channels/channels'
import type { Received } from '@tablewire/contracts/kit/endpoint'
import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { isCurrency } from '@tablewire/contracts/kit/places.rules'
import { newSecret, secretHash } from '#src/platform/id.ts'
import { mayBeCalled } from '#src/platform/net/guard.ts'
import { type FieldProblems, Problem } from '#src/platform/problem.ts'

/** Channels serve all companies: their keys, limits and switches are the platform's, however much somebody may do within one company. */
export const requirePlatform = (ctx: Ctx): void => {
  if (ctx.scope.kind !== 'all') throw new Problem('access.denied')
}

/** A fresh key of the channel: the answer is the only place where it ever stands in clear. */
export const addKey = async (ctx: Ctx, { id: channelId, test }: { id: string; test: boolean }): Promise<string> => {
  // Whoever holds a key in his hand sees what it opens.
  const key = `${test ? 'test_' : ''}${newSecret()}`
  await ctx.db
    .insertInto('channelKeys')
    .values({ hash: secretHash(key), channelId, createdAt: ctx.clock().toString() })
    .execute()
  return key
}

const percentMax = 10_000
type Terms = {
  limits?: { partyMin: number | null; partyMax: number | null } | null | undefined
  commission?: Commission | null | undefined
}
/** What no field alone can show: limits that contradict each other, a commission without its currency. */
const termFaults = ({ limits, commission }: Terms): FieldProblems => {
  const wrong: FieldProblems = {}
  if (limits && limits.partyMin !== null && limits.partyMax !== null && limits.partyMin > limits.partyMax)
    wrong['limits.partyMax'] = [{ issue: 'contradiction.parties' }]
  if (commission?.kind === 'per_cover' && !isCurrency(commission.currency ?? ''))
    wrong['commission.currency'] = [{ issue: commission.currency === null ? 'required' : 'currency' }]
  if (commission?.kind === 'percent' && commission.amount > percentMax) wrong['commission.amount'] = [{ issue: 'max', value: percentMax }]
  return wrong
}
export const requireTerms = (terms: Terms): void => {
  const wrong = termFaults(terms)
  if (Object.keys(wrong).length) throw new Problem('request.invalid', {}, wrong)
}

const addressFields = ['logo', 'subscribeUrl', 'connectUrl', 'checkUrl'] as const
/** Every address of a channel is one that may be called, whether we call it ourselves or lead people there. */
const addressFaults = (
  { ports }: Ctx,
  given: Partial<Record<(typeof addressFields)[number], string | null | undefined>>,
): FieldProblems => {
  const allowed = { origins: ports.config.channelServices }
  const wrong = addressFields.filter((field) => given[field] && !mayBeCalled(given[field], allowed))
  return Object.fromEntries(wrong.map((field) => [field, [{ issue: 'address' }]]))
}

type Body = Omit<Received<typeof channels.update>['body'], 'version'>

/** Whoever fills in a form hears of all its faults at once, of a name that is taken with the others; where it is the only one, its constraint tells it. */
export const requireFields = async (ctx: Ctx, body: Body, except: string | null = null): Promise<void> => {
  const wrong = { ...termFaults(body), ...addressFaults(ctx, body) }
  if (!Object.keys(wrong).length) return
  const { rows } = await sql<{ taken: boolean }>`
    select exists (select from channels where lower(name) = lower(${body.name ?? ''}) and id is distinct from ${except}::uuid) as taken`.execute(
    ctx.db,
  )
  throw new Problem('request.invalid', {}, { ...(rows[0]!.taken ? { name: [{ issue: 'taken' }] } : {}), ...wrong })
}
/** An amount in percent has none. */
export const withoutCurrency = <T extends Pick<Body, 'commission'>>(body: T): T =>
  body.commission?.kind === 'percent' ? { ...body, commission: { ...body.commission, currency: null } } : body

/** The fields as columns: what is JSON goes in as text, an amount in percent has no currency. */
export const channelRow = ({ texts, limits, commission, ...plain }: Body) => ({
  ...plain,
  ...(texts ? { texts: JSON.stringify(texts) } : {}),
  ...(limits ? { limits: JSON.stringify(limits) } : {}),
  ...(commission === undefined ? {} : { commission: commissionJson(commission) }),
})

export const commissionJson = (commission: Commission | null): string | null =>
  commission && JSON.stringify(commission.kind === 'percent' ? { ...commission, currency: null } : commission)
