import type { floor } from '@tablewire/contracts/booking/floor'
import type { tables } from '@tablewire/contracts/booking/tables'
import type { Handlers } from '#src/platform/http/mount.ts'
import { assignTables } from './assign-tables.ts'
import { blockTable, unblockTable } from './block-table.ts'
import { exchangeTables } from './exchange-tables.ts'
import { readFloor, readFloorDay, readTouched } from './read-floor.ts'
import { readHit } from './read-hit.ts'
import { readRepair } from './read-repair.ts'
import { readChoices, readDay } from './read-tables.ts'
import { saveFloor } from './save-floor.ts'
import { ownVenue, savePlan } from './save-plan.ts'
import { planOf } from './table-rows.ts'

export const tablesHandlers: Handlers<typeof tables> = {
  plan: async (ctx, { params }) => planOf(ctx, (await ownVenue(ctx, params.id)).id),
  savePlan: (ctx, { params, body }) => savePlan(ctx, params.id, body),
  touched: (ctx, { params, body }) => readHit(ctx, params.id, body),
  day: (ctx, { params, query }) => readDay(ctx, params.id, query.date),
  choices: (ctx, { params }) => readChoices(ctx, params.id),
  repair: (ctx, { params, query }) => readRepair(ctx, params.id, query.until),
  assign: (ctx, { params, body }) => assignTables(ctx, params.id, body),
  exchange: (ctx, { params, body }) => exchangeTables(ctx, params.id, body),
  block: (ctx, { params, body }) => blockTable(ctx, params.id, body),
  unblock: (ctx, { params }) => unblockTable(ctx, params.id),
}

export const floorHandlers: Handlers<typeof floor> = {
  read: (ctx, { params }) => readFloor(ctx, params.id),
  day: (ctx, { params, query }) => readFloorDay(ctx, params.id, query.date),
  touched: (ctx, { params, body }) => readTouched(ctx, params.id, body.layouts),
  save: (ctx, { params, body }) => saveFloor(ctx, params.id, body),
}
