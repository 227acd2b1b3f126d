import { expect, test } from 'vitest'
import { makeTurns } from './turns.ts'

/** Work that ends when it is told to. */
const work = () => {
  const begun: string[] = []
  const ends = new Map<string, () => void>()
  const of = (name: string) => () =>
    new Promise<string>((resolve) => {
      begun.push(name)
      ends.set(name, () => resolve(name))
    })
  return { begun, of, end: (name: string) => ends.get(name)!() }
}
const settled = () => new Promise<void>((resolve) => void setImmediate(resolve))

test('a few are worked out at once, one person’s never all of them, and the others are not passed for ever', async () => {
  const turns = makeTurns({ atOnce: 3, ofPerson: 2, mostWaiting: 2 })
  const { begun, of, end } = work()
  const all = ['a1', 'a2', 'a3', 'b1', 'b2', 'c1'].map((name) => turns(name[0]!, of(name)))
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1'])
  end('b1')
  await settled()
  expect(begun).toEqual(['a1', 'a2', 'b1', 'b2'])
  end('a1')
  await settled()
  expect(begun.at(-1)).toBe('a3')
  const more = turns('a', of('a4'))
  const refused = [turns('a', of('a5')), turns('a', of('a6'))]
  await expect(refused[1]).rejects.toMatchObject({ code: 'rate.limited', values: { seconds: 5 } })
  for (const name of ['a2', 'b2', 'a3', 'c1', 'a4', 'a5']) {
    await settled()
    end(name)
  }
  expect(await Promise.all([...all, more, refused[0]])).toEqual(['a1', 'a2', 'a3', 'b1', 'b2', 'c1', 'a4', 'a5'])
})

test('a turn ends with work that fails', async () => {
  const turns = makeTurns({ atOnce: 1, ofPerson: 1, mostWaiting: 1 })
  await expect(turns('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await turns('a', () => Promise.resolve(7))).toBe(7)
})
