import type { Ctx } from '../ctx.ts'
import { newUnitOfWork } from '../ctx.ts'

/** Everybody who counts as the caller: the person, who really sits there, and the shared tablet. */
export const peopleOf = ({ actor }: Pick<Ctx, 'actor'>): string[] =>
  actor.kind === 'user' ? [...new Set([actor.id, actor.actedBy?.id, actor.device?.id].filter((id) => id !== undefined))] : []

export type Lagging<T> = { value: T; asOf: string | undefined }

/**
 * Answers from a standby where one is kept that is new enough, and from the primary everywhere else. Only for what a person looks at: no decision may rest on
 * it. `work` only reads, and may be done twice.
 */
export const readLagging = async <T>(ctx: Ctx, work: (ctx: Ctx) => Promise<T>, sinceMs?: number): Promise<Lagging<T>> => {
  const people = peopleOf(ctx)
  if (!people.length || ctx.unitOfWork.inTransaction) return { value: await work(ctx), asOf: undefined }
  const answer = await ctx.ports.replica.read({ db: ctx.db, people, sinceMs }, (db, asOfMs) =>
    work({ ...ctx, db, kept: undefined, asOf: new Date(asOfMs).toISOString(), unitOfWork: { ...newUnitOfWork(), writesNoted: true } }),
  )
  return answer ? { value: answer.value, asOf: new Date(answer.asOfMs).toISOString() } : { value: await work(ctx), asOf: undefined }
}

const noting = <T>(ctx: Ctx, work: () => Promise<T>): Promise<T> => {
  const people = peopleOf(ctx)
  return people.length ? ctx.ports.replica.whileWriting({ db: ctx.db, people }, work) : work()
}

/** A transaction in somebody's name, wherever it runs: nothing he reads afterwards is from before it. */
export const notingWrites = <T>(ctx: Ctx, work: () => Promise<T>): Promise<T> => (ctx.unitOfWork.writesNoted ? work() : noting(ctx, work))

/** A whole call, with what it writes outside of transactions. */
export const notingCall = <T>(ctx: Ctx, { reads }: { reads: boolean }, work: () => Promise<T>): Promise<T> => {
  ctx.unitOfWork.writesNoted = true
  return reads ? work() : noting(ctx, work)
}
