import { createHash } from 'node:crypto'
import type { Proof } from '@tablewire/widget/page-state'
import type { Ctx } from '#src/platform/ctx.ts'
import { isTooOften } from '#src/platform/http/too-often.ts'
import { newId } from '#src/platform/id.ts'

/** A second or so of a telephone; a step more doubles it. */
const bits = 15
/** So long an answer to it is taken. */
const goodForMs = 600_000
const purpose = 'widget proof'

/** A question for one venue, good for a while. */
export const proofFor = ({ ports, clock }: Ctx, venueId: string): Proof => {
  const text = `${venueId}.${newId()}.${clock().epochMilliseconds + goodForMs}`
  return { question: `${text}.${ports.secrets.sign(purpose, text)}`, bits }
}

const noughtsOf = (hash: Buffer): number => {
  const at = hash.findIndex((byte) => byte > 0)
  return at < 0 ? hash.length * 8 : at * 8 + Math.clz32(hash[at]!) - 24
}

const isOurs = ({ ports, clock }: Ctx, question: string, venueId: string): boolean => {
  const [, venue, id, until, signature] = /^([^.]+)\.([^.]+)\.(\d{10,15})\.(.+)$/.exec(question) ?? []
  if (venue !== venueId || !signature || clock().epochMilliseconds > Number(until)) return false
  return ports.secrets.verify(purpose, `${venue}.${id}.${until}`, signature)
}

/** Whether this browser did the work that was asked of it, for this venue and for the first time. */
export const isProven = async (
  ctx: Ctx,
  venueId: string,
  { question = '', answer = '' }: Readonly<Record<string, string>>,
): Promise<boolean> => {
  if (question.length > 400 || !/^\d{1,12}$/.test(answer) || !isOurs(ctx, question, venueId)) return false
  if (noughtsOf(createHash('sha256').update(`${question}.${answer}`).digest()) < bits) return false
  // Each is good once.
  return !(await isTooOften(ctx, `widget proof ${question.split('.')[1]}`, 1))
}
