import { randomUUID } from 'node:crypto'
import type { ImportBatch } from '@tablewire/contracts/import/import'
import type { Mapping } from '@tablewire/contracts/import/import.rules'
import type { World } from './world.ts'

type ImportSample = { params?: Record<string, string>; query?: Record<string, unknown>; body?: unknown }

const file = 'Date;Time;Guests;Name\n2026-05-01;19:00;2;Lena Law\n'
const mapping: Mapping = {
  fields: {
    date: { columns: ['Date'], constant: null },
    time: { columns: ['Time'], constant: null },
    partySize: { columns: ['Guests'], constant: null },
    lastName: { columns: ['Name'], constant: null },
  },
  dateOrder: 'YMD',
  values: {},
}

const call = async (world: World, [method, url]: [string, string], body?: unknown): Promise<ImportBatch> => {
  const answer = await world.ask({ method, url, token: world.superAdmin, body })
  if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.body}`)
  return answer.json<{ data: ImportBatch }>().data
}
export const importBody = (venueId: string) => ({
  kind: 'reservations',
  venueId,
  fileName: 'may.csv',
  fileBytes: Buffer.byteLength(file),
})
export const mappingBody = () => ({ kind: 'reservations', name: `Law ${randomUUID()}`, mapping })
const started = ({ venue }: World) => importBody(venue.id)
const content = () => ({ content: Buffer.from(file).toString('base64') })
const begun = async (world: World): Promise<ImportBatch> => call(world, ['POST', '/v1/imports'], started(world))
const sent = async (world: World): Promise<ImportBatch> =>
  call(world, ['POST', `/v1/imports/${(await begun(world)).id}/parts?at=0`], content())

/** The worker is not running here; the law stands in for what it would have come to. */
const at = async (world: World, state: 'checked' | 'applied'): Promise<ImportSample> => {
  const { id } = await sent(world)
  await world.container.db.updateTable('importBatches').set({ state }).where('id', '=', id).execute()
  return { params: { id } }
}
const on = async (batch: Promise<ImportBatch>): Promise<ImportSample> => ({ params: { id: (await batch).id } })

export const importSamples: Record<string, (world: World) => ImportSample | Promise<ImportSample>> = {
  'imports.list': () => ({}),
  'imports.get': (world) => on(begun(world)),
  'imports.create': (world) => ({ body: started(world) }),
  'imports.addPart': async (world) => ({ ...(await on(begun(world))), query: { at: 0 }, body: content() }),
  'imports.values': async (world) => ({ ...(await on(sent(world))), query: { field: 'status' } }),
  'imports.map': async (world) => {
    const { id, version } = await sent(world)
    return { params: { id }, body: { mapping, version } }
  },
  'imports.layOut': async (world) => {
    const { id, version } = await sent(world)
    return { params: { id }, body: { headerLine: 1, delimiter: ';', encoding: 'utf-8', version } }
  },
  'imports.decide': async (world) => {
    const { params } = await at(world, 'checked')
    const about = { outcome: 'noted', reason: 'area.full', columnName: '', value: '' } as const
    await world.container.db
      .insertInto('importFindings')
      .values({ batchId: params!['id']!, id: randomUUID(), line: 2, ...about })
      .execute()
    return { params: params!, body: { line: 2, choice: 'skip', version: 1 } }
  },
  'imports.check': (world) => on(sent(world)),
  'imports.apply': (world) => at(world, 'checked'),
  'imports.undoPlan': (world) => at(world, 'applied'),
  'imports.undo': async (world) => ({ ...(await at(world, 'applied')), body: {} }),
  'imports.delete': (world) => on(sent(world)),
  'imports.findings': () => ({ query: { filters: { importId: randomUUID() } } }),
  'imports.rows': () => ({ query: { filters: { importId: randomUUID() } } }),
  'imports.rejectedRows': (world) => on(sent(world)),
  'imports.mappings': () => ({ query: { kind: 'venues' } }),
  'imports.saveMapping': () => ({ body: mappingBody() }),
  'imports.deleteMapping': async (world) => {
    const answer = await world.ask({ method: 'POST', url: '/v1/import-mappings', token: world.superAdmin, body: mappingBody() })
    return { params: { id: answer.json<{ data: { id: string } }>().data.id } }
  },
}
