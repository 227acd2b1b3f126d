import { expect, test } from 'vitest'
import { crashRounds } from '../build/crash-rounds.ts'

test('killed under traffic, with its database and without: what was acknowledged is there, once; capacity is exact, holds end, mails go out', async () => {
  const { ledger, databaseKills, disagreements } = await crashRounds({ rounds: 3, clientsPerChannel: 2 })
  expect(disagreements).toEqual([])
  expect(databaseKills).toBe(1)
  expect(ledger.lost).toBeGreaterThan(0)
})
