import type { serviceSheets } from '@tablewire/contracts/booking/service-sheets'
import type { sheetMails } from '@tablewire/contracts/booking/sheet-mails'
import type { Handlers } from '#src/platform/http/mount.ts'
import { readSheetMails, saveSheetMails } from './mail-settings.ts'
import { readKnown } from './known-guests.ts'
import { readForecasts } from './read-forecast.ts'
import { readSheet } from './read-sheet.ts'

export const serviceSheetsHandlers: Handlers<typeof serviceSheets> = {
  get: (ctx, { params, query }) => readSheet(ctx, params.id, { date: query.date, mealId: query.mealId }),
  guests: (ctx, { params, query }) => readKnown(ctx, params.id, query.date),
  forecast: (ctx, { params, query }) => readForecasts(ctx, params.id, query.date),
}

export const sheetMailsHandlers: Handlers<typeof sheetMails> = {
  get: (ctx, { params }) => readSheetMails(ctx, params.id),
  save: (ctx, { params, body }) => saveSheetMails(ctx, params.id, body),
}
