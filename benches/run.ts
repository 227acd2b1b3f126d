import { readFileSync } from 'node:fs'
import { availability } from './availability.bench.ts'
import type { Measure } from './bench.ts'
import { booking } from './booking.bench.ts'
import { exported } from './export.bench.ts'
import { imports } from './import.bench.ts'
import { list } from './list.bench.ts'
import { notices } from './notices.bench.ts'
import { portal } from './portal.bench.ts'
import { remoteDay } from './remote-day.bench.ts'
import { remote } from './remote.bench.ts'
import { strike } from './stage.ts'
import { start } from './start.bench.ts'
import { syncing } from './sync.bench.ts'
import { webhooks } from './webhooks.bench.ts'

/** `npm run bench [-- name …] [--json]`: measures, compares with budgets.json, exits 1 when a promise is broken. */
const benches = [start, list, availability, booking, exported, imports, portal, remote, remoteDay, webhooks, notices, syncing]
const args = process.argv.slice(2)
const wanted = args.filter((arg) => !arg.startsWith('--'))
const unknown = wanted.filter((name) => !benches.some((bench) => bench.name === name))
if (unknown.length) {
  process.stderr.write(
    `No bench named ${unknown.join(', ')}. There are:\n${benches.map(({ name, about }) => `  ${name.padEnd(14)}${about}`).join('\n')}\n`,
  )
  process.exit(2)
}

type Budget = { max?: number; min?: number }
const budgets = JSON.parse(readFileSync(new URL('budgets.json', import.meta.url), 'utf8')) as Record<string, Budget>
const verdict = ({ name, value }: Measure): 'ok' | 'over' | '' => {
  const budget = budgets[name]
  if (!budget) return ''
  return (budget.max === undefined || value <= budget.max) && (budget.min === undefined || value >= budget.min) ? 'ok' : 'over'
}
const budgetText = (name: string): string => {
  const { min, max } = budgets[name] ?? {}
  return min === undefined ? (max === undefined ? '' : `≤ ${max}`) : `≥ ${min}`
}

const measured: (Measure & { bench: string; verdict: string })[] = []
let failed = false
try {
  for (const bench of benches.filter(({ name }) => !wanted.length || wanted.includes(name)))
    for (const measure of await bench.run()) {
      measured.push({ ...measure, bench: bench.name, verdict: verdict(measure) })
      if (!args.includes('--json'))
        process.stdout.write(
          `${measure.name.padEnd(24)}${String(measure.value).padStart(10)} ${measure.unit.padEnd(16)}${budgetText(measure.name).padStart(8)}  ${verdict(measure).padEnd(5)} ${measure.note ?? ''}\n`,
        )
    }
} catch (error) {
  failed = true
  process.stderr.write(`${String((error as Error).stack)}\n`)
} finally {
  await strike()
}
if (args.includes('--json')) process.stdout.write(`${JSON.stringify(measured, undefined, 2)}\n`)
process.exit(failed || measured.some((measure) => measure.verdict === 'over') ? 1 : 0)
