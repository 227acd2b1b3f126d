import type { ImportBatch } from '@tablewire/contracts/import/import'
import { importers } from '@tablewire/server/app/importers'
import type { Ctx } from '@tablewire/server/platform/ctx'
import { writeWorkbook } from '@tablewire/server/platform/excel/write-workbook'
import { runBatch } from '@tablewire/server/features/imports/run-batch'
import { readWorkbook } from '@tablewire/server/platform/excel/read-workbook'
import { type SheetMaker, runExport } from '@tablewire/server/features/exports/run-export'
import type { TestApp } from './a-test-app.ts'

export type Cells = Record<string, string>
/** `importers`: others than those of the application. */
type Into = { importers?: typeof importers } & Record<string, unknown>

/** What goes out and comes in again, by the API and the jobs behind it. */
export const roundTrip = (testApp: TestApp, token: string) => {
  const call = async <T>(method: string, url: string, body?: unknown): Promise<T> => {
    const answer = await testApp.ask({ method, url, token, body })
    if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode} ${answer.body}`)
    return answer.json<{ data: T }>().data
  }
  const system = (): Ctx => testApp.container.systemCtx('test')
  const exported = async (path: string, make: unknown, body: object = {}): Promise<Cells[]> => {
    const { id } = await call<{ id: string }>('POST', path, body)
    await runExport(system(), id, make as SheetMaker)
    const file = await system().ports.files.get(`exports/${id}.xlsx`)
    const lines = readWorkbook(async function* () {
      yield await Promise.resolve(file!.body)
    })
    const table: string[][] = []
    for await (const line of lines) if ('cells' in line) table.push(line.cells)
    const [header, ...rows] = table
    return rows.map((row) => Object.fromEntries(header!.map((name, at) => [name, row[at] ?? ''])))
  }
  const workbook = (rows: readonly Cells[]): Promise<Buffer> =>
    writeWorkbook([
      {
        name: 'Sheet',
        columns: Object.keys(rows[0]!).map((header) => ({ header, width: 10 })),
        rows: rows.map((row) => Object.values(row)),
      },
      { name: 'About', columns: [], rows: [] },
    ])
  const step = async (id: string, name: string, body: object = {}, by = importers): Promise<ImportBatch> => {
    await call('POST', `/v1/imports/${id}/${name}`, body)
    await runBatch(testApp.container.systemCtx('imports.work'), by, { id })
    return call('GET', `/v1/imports/${id}`)
  }
  /** As far as the dry run. */
  const checked = async (rows: readonly Cells[], { importers: by, ...into }: Into): Promise<ImportBatch> => {
    const bytes = await workbook(rows)
    const { id } = await call<ImportBatch>('POST', '/v1/imports', { fileName: 'back.xlsx', fileBytes: bytes.length, ...into })
    await call('POST', `/v1/imports/${id}/parts?at=0`, { content: bytes.toString('base64') })
    return step(id, 'check', {}, by)
  }
  return { call, exported, checked, step }
}
