import type { serviceSheets } from '@tablewire/contracts/booking/service-sheets'
import type { Handlers } from '#src/platform/http/mount.ts'
import { readForecasts } from './read-forecast.ts'
import { readSheet } from './read-sheet.ts'

export const serviceSheetsHandlers: Handlers<typeof serviceSheets> = {
  get: (ctx, { params, query }) => readSheet(ctx, params.id, { date: query.date, mealId: query.mealId }),
  forecast: (ctx, { params, query }) => readForecasts(ctx, params.id, query.date),
}
