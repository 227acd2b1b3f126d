import type { Ctx } from '#src/platform/ctx.ts'
import { assignTables } from './assign-tables.ts'
import { readChoices } from './read-tables.ts'

/** The suggested table for a party of whom nobody has to move; none where tables are not worked with or none that fits is free. */
export const giveSuggested = async (ctx: Ctx, id: string): Promise<void> => {
  const { on, seat, suggestion } = await readChoices(ctx, id)
  if (!on || seat.tableIds.length > 0 || !suggestion || suggestion.moves.length > 0) return
  await assignTables(ctx, id, { tableIds: suggestion.tableIds, locked: false, version: seat.version, moves: [] })
}
