import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { readSource, type SourceLine } from './venue-source.ts'

const folder = mkdtempSync(join(tmpdir(), 'tw-source-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const fileOf = (content: string | Buffer): string => {
  const path = join(folder, `${Math.random()}.csv`)
  writeFileSync(path, content)
  return path
}
const read = async (path: string): Promise<SourceLine[]> => {
  const lines: SourceLine[] = []
  for await (const line of readSource(path)) lines.push(line)
  return lines
}
const told = (lines: SourceLine[]): string[] =>
  lines.map((line) => ('row' in line ? `${line.row.line} ${line.row.name}` : `${line.line} ! ${line.problem}`))

test('reads packed and plain files, with a byte order mark, line breaks in cells and columns in any order', async () => {
  const text = '\ufeffname,osm_id,osm_type,opening_hours\r\n"Two\nlines",1,node,"Mo 10:00-12:00"\r\n\r\nÀ la carte,2,way,\r\n'
  for (const path of [fileOf(text), fileOf(gzipSync(text))]) {
    const lines = await read(path)
    expect(lines).toMatchObject([
      { row: { name: 'Two\nlines', osmType: 'node', openingHours: 'Mo 10:00-12:00', phone: '' } },
      { row: { name: 'À la carte', osmId: '2' } },
    ])
    expect(told(lines)).toEqual(['2 Two\nlines', '5 À la carte'])
  }
})

test('tells lines that are not of the table and reads on', async () => {
  const lines = await read(fileOf('osm,name\nnode/1,A\nnode/2\nnode/3,B,C\nnode/4,D\n'))
  expect(told(lines)).toEqual(['2 A', '3 ! 1 columns instead of 2', '4 ! 3 columns instead of 2', '5 D'])
})

test('a quote that never closes does not swallow the file unseen', async () => {
  const rows = Array.from({ length: 5000 }, (_, index) => `node/${index + 2},Name number ${index}`).join('\n')
  await expect(read(fileOf(`osm,name\nnode/1,"open\n${rows}\n`))).rejects.toThrow(/breaks off/)
})

test('refuses what is no table of venues in words', async () => {
  await expect(read(join(folder, 'absent.csv'))).rejects.toThrow(/There is no file/)
  await expect(read(fileOf(''))).rejects.toThrow(/is empty/)
  await expect(read(fileOf('{"a":1}'))).rejects.toThrow(/not a table of venues/)
  await expect(read(folder)).rejects.toThrow(/cannot be read/)
  const packed = gzipSync(`osm,name\n${'node/1,A\n'.repeat(5000)}`)
  await expect(read(fileOf(packed.subarray(0, packed.length - 40)))).rejects.toThrow(/breaks off/)
})
