/**
 * `npm run chaos -- --bookings 5000 --seed N`: fault injection: a reservation system with every fault, hub processes killed at random; one summary
 * line, exit code 1 on any disagreement.
 */
import { parseArgs } from 'node:util'
import { runChaos } from './chaos/run-chaos.ts'

const { values } = parseArgs({ options: { bookings: { type: 'string', default: '5000' }, seed: { type: 'string', default: '1' } } })
const bookings = Number(values.bookings)
const seed = Number(values.seed)
if (!Number.isInteger(bookings) || bookings < 1 || !Number.isInteger(seed)) {
  console.error('--bookings needs a whole number above 0, --seed a whole number')
  process.exit(2)
}
const report = await runChaos({ bookings, seed, say: (line) => console.error(line) })
const { found, ledgers, kills, faults, staff, settledMs, deliveredMs } = report
const sum = (of: (ledger: (typeof ledgers)[number]) => number): number => ledgers.reduce((all, ledger) => all + of(ledger), 0)
const unexpected = ledgers.flatMap((ledger) => ledger.unexpected)
const refused = Map.groupBy(
  ledgers.flatMap((ledger) => [...ledger.refused]),
  ([code]) => code,
)
const refusals = [...refused].map(([code, list]) => `${list.reduce((all, [, count]) => all + count, 0)} ${code}`).join(', ')
const late = settledMs > 60_000 ? [`settling took ${Math.round(settledMs / 1000)} s`] : []
const problems = [...Object.entries(found).flatMap(([kind, list]) => list.map((one) => `${kind}: ${one}`)), ...unexpected, ...late]
for (const one of problems.slice(0, 60)) console.error(one)
console.log(
  [
    `seed ${seed}: ${sum((one) => one.requested)} asked for, ${sum((one) => one.promised.size)} promised, refused (${refusals}), ${sum((one) => one.abandoned.size)} given up by channels`,
    `${sum((one) => one.again)} questions asked again, ${sum((one) => one.unclear)} unclear answers, ${kills} kills, ${faults} changes of faults, ${staff} acts at the restaurant`,
    `${sum((one) => one.webhooks)} webhooks (${sum((one) => one.repeatedWebhooks)} repeated)`,
    `all settled ${(settledMs / 1000).toFixed(1)} s and told ${((settledMs + deliveredMs) / 1000).toFixed(1)} s after the partner was back`,
    `${found.lost.length} lost, ${found.doubled.length} doubled, ${found.oversold.length} oversold, ${problems.length} disagreements`,
  ].join('; '),
)
process.exitCode = problems.length ? 1 : 0
