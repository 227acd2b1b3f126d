import type { ImportBatch } from '@tablewire/contracts/import/import'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../../../../tests/build/a-test-app.ts'
import { aUser } from '../../../../tests/build/a-user.ts'
import { aVenue } from '../../../../tests/build/a-venue.ts'
import { sourceOf } from './batch-file.ts'
import { findBatch } from './batch-rows.ts'

let testApp: TestApp
beforeAll(async () => void (testApp = await aTestApp()))
afterAll(() => testApp.close())

const hashOf = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex')
/** No two rows alike, and letters of two bytes, so that a piece that is lost, doubled or moved shows. */
const aFile = (size: number): Buffer => {
  let text = 'Ref;Date;Time;Guests;Name\n'
  for (let n = 0; text.length < size; n++) text += `R${n};2026-05-01;19:00;2;Zoë ${createHash('md5').update(String(n)).digest('hex')}\n`
  return Buffer.from(text).subarray(0, size)
}

test('RE6: a file sent in pieces of another size than its blocks arrives byte for byte, also where a piece comes twice', async () => {
  const { db } = testApp.container
  const venue = await aVenue(db)
  const token = await testApp.signIn(await aUser(db))
  const file = aFile(2_500_000)
  const created = await testApp.ask({
    method: 'POST',
    url: '/v1/imports',
    token,
    body: { kind: 'reservations', venueId: venue.id, fileName: 'book.csv', fileBytes: file.length },
  })
  const { id } = created.json<{ data: ImportBatch }>().data
  const send = async (at: number, end: number): Promise<number> => {
    const answer = await testApp.ask({
      method: 'POST',
      url: `/v1/imports/${id}/parts?at=${at}`,
      token,
      headers: { 'content-type': 'application/octet-stream' },
      body: file.subarray(at, end),
    })
    expect(answer.statusCode, answer.body).toBeLessThan(300)
    return answer.json<{ data: ImportBatch }>().data.receivedBytes
  }
  const piece = 700_000
  expect(await send(0, piece)).toBe(piece)
  expect(await send(piece, 2 * piece)).toBe(2 * piece)
  // Its answer was lost: it comes again, from within what is there, across the edge of a block.
  expect(await send(piece - 1000, 2 * piece - 1000)).toBe(2 * piece)
  expect(await send(2 * piece, 3 * piece)).toBe(3 * piece)
  expect(await send(3 * piece, file.length)).toBe(file.length)
  const ctx = testApp.container.systemCtx('test')
  const blocks: Buffer[] = []
  for await (const block of sourceOf(ctx, await findBatch(ctx, id))()) blocks.push(Buffer.from(block))
  expect(blocks.map(({ length }) => length)).toEqual([750_000, 750_000, 750_000, 250_000])
  expect(hashOf(Buffer.concat(blocks))).toBe(hashOf(file))
})
