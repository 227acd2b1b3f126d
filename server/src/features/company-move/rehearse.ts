import { stopwatchMs } from '#src/platform/clock.ts'
import { findObstacles, type Findings } from './obstacles.ts'
import { sumsOf } from './switch.ts'
import { askedOf, type Move, movedParts } from './two-databases.ts'

type Size = { table: string; rows: number; bytes: number; isAhead: boolean }

const sizesOf = async (move: Move): Promise<Size[]> => {
  const sizes: Size[] = []
  for (const part of movedParts) {
    const { rows } = await move.source.db.query<{ rows: string; bytes: string }>(
      'select * from move_count($1, $2, $3, $4, $5)',
      askedOf(move, part),
    )
    sizes.push({ table: part.table, isAhead: part.isAhead, rows: Number(rows[0]!.rows), bytes: Number(rows[0]!.bytes) })
  }
  return sizes
}

const kilobytes = (bytes: number): string => `${Math.ceil(bytes / 1024).toLocaleString('en')} kB`
/** Rows that become rows of their tables in a second, as measured on two cores; the sums are measured here and now. */
const rowsASecond = 15_000

const table = (sizes: readonly Size[]): string[] =>
  sizes
    .filter(({ rows }) => rows > 0)
    .map(
      ({ table: name, rows, bytes, isAhead }) =>
        `  ${name.padEnd(28)} ${String(rows).padStart(9)} rows ${kilobytes(bytes).padStart(12)}${isAhead ? '   copied ahead' : ''}`,
    )

const channelsCalled = async ({ source }: Move, ids: readonly string[]): Promise<string> => {
  const { rows } = await source.db.query<{ id: string; name: string }>(
    'select id, name from channels where id = any($1) order by name, id',
    [ids],
  )
  return rows.map(({ id, name }) => `${name} (${id})`).join(', ')
}

/** Says what would be moved, what stands in the way and how long the pause would be. Changes nothing. */
export const rehearse = async (move: Move, tell: (line: string) => void): Promise<Findings> => {
  const found = await findObstacles(move.company, move.source, move.target)
  const sizes = await sizesOf(move)
  tell(`${move.company.name}: ${move.company.venues.length} venues`)
  for (const line of table(sizes)) tell(line)
  const [rows, bytes] = [sizes.reduce((sum, one) => sum + one.rows, 0), sizes.reduce((sum, one) => sum + one.bytes, 0)]
  const late = sizes.filter(({ isAhead }) => !isAhead).reduce((sum, one) => sum + one.rows, 0)
  tell(`  ${'together'.padEnd(28)} ${String(rows).padStart(9)} rows ${kilobytes(bytes).padStart(12)}`)
  const startedMs = stopwatchMs()
  await sumsOf(move, 'source')
  // Each side once for the last differences and once to compare, and a moment for those who write.
  const seconds = Math.ceil(1 + ((stopwatchMs() - startedMs) * 4) / 1000 + late / rowsASecond)
  if (found.missingChannels.length)
    tell(
      `${found.missingChannels.length} channels are not at the other side and would be copied with their keys: ${await channelsCalled(move, found.missingChannels)}`,
    )
  for (const [name, columns] of Object.entries(found.cut))
    tell(`People who do not come along are no longer named in ${name}: ${columns.join(', ')}`)
  for (const note of found.notes) tell(`Note: ${note}`)
  tell(`Bookings would pause for about ${seconds} s, up to four times as long where the two machines are busier than now.`)
  for (const obstacle of found.obstacles) tell(`In the way: ${obstacle}`)
  tell(found.obstacles.length ? `${found.obstacles.length} things stand in the way.` : 'Nothing stands in the way.')
  return found
}
