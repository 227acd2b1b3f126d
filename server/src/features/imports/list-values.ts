import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { imports } from '@tablewire/contracts/import/import'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'
import { readTable } from '#src/platform/table/read-table.ts'
import type { Importers } from './api.ts'
import { refusalOf } from './add-part.ts'
import { sourceOf } from './batch-file.ts'
import { findBatch } from './batch-rows.ts'
import { rowReader } from './row-reader.ts'

/** Whatever comes later is found by the dry run. */
const rowsMax = 300_000
const wordsCounted = 5000

type Table = ReturnType<typeof readTable>
type Cells = Parameters<ReturnType<typeof rowReader>['textOf']>[0]

/** Counts into `words`, so that of a file that breaks off those before the break are there. */
const countWords = async (table: Table, words: Map<string, number>, wordOf: (cells: Cells) => string): Promise<void> => {
  let rows = 0
  for await (const line of table.rows()) {
    const word = 'cells' in line ? wordOf(line.cells) : ''
    if (word !== '' && (words.has(word) || words.size < wordsCounted)) words.set(word, (words.get(word) ?? 0) + 1)
    if (++rows === rowsMax) break
  }
}

/** The different words of a field, most frequent first, each with ours where it is called the same. */
export const listValues = async (
  ctx: Ctx,
  importers: Importers,
  { params: { id }, query: { field } }: Received<typeof imports.values>,
): Promise<Result<typeof imports.values>> => {
  const batch = await findBatch(ctx, id)
  if (!batch.layout || !['draft', 'checking', 'checked'].includes(batch.state)) throw new Problem('import.state_wrong')
  if (!batch.mapping.fields[field]?.columns.length) return []
  const table = readTable(sourceOf(ctx, batch), batch.layout)
  const words = new Map<string, number>()
  try {
    const { textOf } = rowReader(await table.header(), batch.mapping)
    await countWords(table, words, (cells) => textOf(cells, field))
  } catch (error) {
    const refusal = refusalOf(error)
    if (!refusal) throw error
    // Of a file that breaks off, the words before the break.
    if (!words.size) throw new Problem('import.file_broken')
  }
  const ranked = [...words].toSorted((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return (await importers[batch.kind].wordsOf?.(ctx, { batch, field, ranked })) ?? []
}
