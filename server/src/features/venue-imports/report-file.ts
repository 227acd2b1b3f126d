import { createWriteStream } from 'node:fs'
import { once } from 'node:events'
import { csvLine } from '#src/platform/table/csv-line.ts'
import type { Finding } from './findings.ts'

export type ReportFile = { write(finding: Finding): Promise<void>; close(): Promise<void> }

const header = ['line', 'osm_id', 'outcome', 'reason', 'field', 'found', 'done'] as const

const asCsv = ({ line, osmId, outcome, reason, field, found, done }: Finding): string =>
  csvLine([line, osmId, outcome, reason, field, found, done])

/** Every finding in the order of the file, as CSV, or as a JSON array when the name ends in .json. Written as it comes, never held. */
export const openReport = async (path: string): Promise<ReportFile> => {
  const json = path.toLowerCase().endsWith('.json')
  const out = createWriteStream(path, { encoding: 'utf8' })
  await once(out, 'open')
  // A broken disk shows at the next write or at the end.
  let failed: Error | undefined
  out.on('error', (error) => (failed = error))
  let count = 0
  const put = async (text: string): Promise<void> => {
    if (failed) throw failed
    if (!out.write(text)) await Promise.race([once(out, 'drain'), once(out, 'close')])
  }
  await put(json ? '[' : `${header.join(',')}\n`)
  return {
    write: (finding) => put(json ? `${count++ ? ',' : ''}\n${JSON.stringify(finding)}` : asCsv(finding)),
    close: async () => {
      await put(json ? '\n]\n' : '')
      out.end()
      await once(out, 'close')
      if (failed) throw failed
    },
  }
}
