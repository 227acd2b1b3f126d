import type { Ctx } from '#src/platform/ctx.ts'

/** Longer than any gateway repeats a call. */
const keptDays = 14

/** Marks what a guest wrote as taken, within the caller's transaction; false = it was taken before. */
export const takeAnswer = async ({ db, clock }: Ctx, gatewayId: string, call: string): Promise<boolean> => {
  await db
    .deleteFrom('textAnswers')
    .where(
      'at',
      '<',
      clock()
        .subtract({ hours: 24 * keptDays })
        .toString(),
    )
    .execute()
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('textAnswers')
    .values({ gatewayId, call, at: clock().toString() })
    .onConflict((same) => same.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}
