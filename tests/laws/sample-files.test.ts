import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { importKinds, targetsOf } from '@tablewire/contracts/import/import.rules'
import { expect, test } from 'vitest'
import { sampleFile } from '../../portal/src/features/import/start/sample-file.ts'
import { recogniseColumns } from '../../server/src/features/columns/api.ts'
import { isColumnName } from '../../server/src/features/columns/column-names.ts'
import { suggestStatus } from '../../server/src/features/reservation-imports/suggest-status.ts'
import { recogniseTable } from '../../server/src/platform/table/recognise-table.ts'

const portal = join(import.meta.dirname, '../../portal/src/features/import')

for (const lang of ['en', 'de', 'fr', 'es', 'nl'] as const)
  test.each(importKinds)(`RE6: the sample file of %s in ${lang} comes in as it is, every column recognised`, async (kind) => {
    const phrases = JSON.parse(readFileSync(join(portal, `${lang}.json`), 'utf8')) as Record<string, string>
    const t = ((key: string) => phrases[key]!) as Parameters<typeof sampleFile>[0]
    const { name, text } = sampleFile(t, { kind, lang })
    expect(name).toMatch(/^[a-z-]+\.csv$/)
    const heads = text
      .replace('\uFEFF', '')
      .split('\r\n')[0]!
      .split(lang === 'en' ? ',' : ';')
    const table = await recogniseTable(() => Readable.from([Buffer.from(text)]), isColumnName)
    expect(table.columns.map((column) => column.name)).toEqual(heads)
    const fields = recogniseColumns({ kind, targets: targetsOf(kind), columns: table.columns })
    // Each target is read from the column that was written for it: both stand in the order of the targets.
    expect(targetsOf(kind).flatMap((target) => fields[target.name]?.columns ?? [])).toEqual(heads)
    if (kind === 'reservations')
      expect(table.columns.find((column) => column.name === phrases['field.status'])!.values.map(suggestStatus)).toEqual([
        'confirmed',
        'canceled',
      ])
  })
