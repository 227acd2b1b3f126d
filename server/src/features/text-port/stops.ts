import { createHash } from 'node:crypto'
import type { Ctx } from '#src/platform/ctx.ts'

/** Of the number, to write to it no more; it is not told again by it. */
const keyOf = (gatewayId: string, number: string): string =>
  createHash('sha256').update(`text stop ${gatewayId} ${number}`).digest('base64url')

/** Those of the numbers that are not to be written to. */
export const stoppedAmong = async ({ db }: Ctx, gatewayId: string, numbers: readonly string[]): Promise<ReadonlySet<string>> => {
  const byKey = new Map(numbers.map((number) => [keyOf(gatewayId, number), number]))
  const keys = [...byKey.keys()]
  const rows = await db
    .selectFrom('textStops')
    .select('numberKey')
    .where('gatewayId', '=', gatewayId)
    .where('numberKey', 'in', keys)
    .execute()
  return new Set(rows.map(({ numberKey }) => byKey.get(numberKey)!))
}
export const isStopped = async (ctx: Ctx, gatewayId: string, number: string): Promise<boolean> =>
  (await stoppedAmong(ctx, gatewayId, [number])).has(number)

/** False = it was so already. */
export const stop = async ({ db, clock }: Ctx, gatewayId: string, number: string): Promise<boolean> => {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('textStops')
    .values({ gatewayId, numberKey: keyOf(gatewayId, number), at: clock().toString() })
    .onConflict((same) => same.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

export const start = async ({ db }: Ctx, gatewayId: string, number: string): Promise<boolean> => {
  const { numDeletedRows } = await db
    .deleteFrom('textStops')
    .where('gatewayId', '=', gatewayId)
    .where('numberKey', '=', keyOf(gatewayId, number))
    .executeTakeFirst()
  return numDeletedRows === 1n
}
