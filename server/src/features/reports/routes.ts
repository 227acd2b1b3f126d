import type { reports } from '@tablewire/contracts/analytics/reports'
import type { Handlers } from '#src/platform/http/mount.ts'
import { orderReport } from './order-report.ts'
import { createReport, deleteReport, updateReport } from './plan-report.ts'
import { listReports, readReport } from './report-view.ts'
import { sendNow } from './start-due.ts'

export const reportsHandlers: Handlers<typeof reports> = {
  order: (ctx, { body }) => orderReport(ctx, body),
  list: (ctx, { query }) => listReports(ctx, query),
  get: (ctx, { params }) => readReport(ctx, params.id),
  create: (ctx, { body }) => createReport(ctx, body),
  update: (ctx, input) => updateReport(ctx, input),
  send: (ctx, { params }) => sendNow(ctx, params.id),
  delete: (ctx, { params }) => deleteReport(ctx, params.id),
}
