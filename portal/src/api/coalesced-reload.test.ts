import { expect, test } from 'vitest'
import { newer, coalescedReload } from './coalesced-reload.ts'

const at = (version: number, id = 'a') => ({ id, version })

test('an answer from before a write does not take its place', () => {
  expect(newer(undefined, at(1))).toEqual(at(1))
  expect(newer(at(2), at(1))).toEqual(at(2))
  expect(newer(at(2), at(2))).toEqual(at(2))
  expect(newer(at(2), at(3))).toEqual(at(3))
  expect(newer(at(2), at(1, 'b'))).toEqual(at(1, 'b'))
})

test('who is told while it is read reads once more, however often it was told', async () => {
  const ends: (() => void)[] = []
  const tell = coalescedReload(() => new Promise<void>((resolve) => ends.push(resolve)))
  const all = tell()
  void tell()
  void tell()
  expect(ends).toHaveLength(1)
  ends[0]!()
  await expect.poll(() => ends.length).toBe(2)
  ends[1]!()
  await all
  expect(ends).toHaveLength(2)
})
