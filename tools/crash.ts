/** `npm run crash -- [--rounds 10]`: kill -9 under traffic, again and again; one summary line, exit code 1 when anything acknowledged was lost, doubled or oversold. */
import { parseArgs } from 'node:util'
import { crashRounds } from '../tests/build/crash-rounds.ts'

const { values } = parseArgs({ options: { rounds: { type: 'string', default: '10' } } })
const rounds = Number(values.rounds)
if (!Number.isInteger(rounds) || rounds < 1) {
  console.error('--rounds needs a whole number above 0')
  process.exit(2)
}
const { ledger, databaseKills, slowestStartMs, disagreements } = await crashRounds({
  rounds,
  awaitExpiry: true,
  say: (line) => console.error(line),
})
for (const one of disagreements.slice(0, 50)) console.error(one)
const canceled = ledger.entries.filter((entry) => entry.canceled).length
console.log(
  [
    `${rounds} kills (${databaseKills} of the database as well)`,
    `${ledger.entries.length} booked, ${canceled} of them canceled, ${ledger.refused} refused`,
    `${ledger.lost} requests without an answer sent again`,
    `up again after at most ${(slowestStartMs / 1000).toFixed(1)} s`,
    `${disagreements.length} disagreements`,
  ].join('; '),
)
process.exitCode = disagreements.length ? 1 : 0
