import { readFileSync } from 'node:fs'
import { analytics } from './analytics.bench.ts'
import { availability } from './availability.bench.ts'
import { type Measure, round } from './bench.ts'
import { booking } from './booking.bench.ts'
import { demos } from './demos.bench.ts'
import { exported } from './export.bench.ts'
import { houseBenches } from './house-benches.ts'
import { imports } from './import.bench.ts'
import { listings } from './listings.bench.ts'
import { list } from './list.bench.ts'
import { notices } from './notices.bench.ts'
import { onboarding } from './onboarding.bench.ts'
import { paceNow } from './pace.ts'
import { partnerBenches } from './partner-benches.ts'
import { photo } from './photo.bench.ts'
import { portal } from './portal.bench.ts'
import { strike } from './stage.ts'
import { start } from './start.bench.ts'
import { widget } from './widget.bench.ts'

/**
 * `npm run bench [-- name …] [--json]`: measures, compares with budgets.json, exits 1 when a promise is broken. Times and rates that are over here and
 * within the budget at the pace of the machine it was written for are told as `pace`, with that value beside.
 */
const benches = [
  start,
  list,
  availability,
  analytics,
  booking,
  exported,
  imports,
  photo,
  portal,
  notices,
  listings,
  demos,
  onboarding,
  widget,
  ...houseBenches,
  ...partnerBenches,
]
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
const within = ({ max, min }: Budget, value: number): boolean => (max === undefined || value <= max) && (min === undefined || value >= min)
/** The value on the machine of the budgets, where it depends on the machine. */
const paced = ({ value, unit, atPace }: Measure, pace: number): number | undefined => {
  if (atPace !== undefined) return atPace
  if (unit.endsWith('/s')) return value / pace
  return /^m?s( p99)?$/.test(unit) ? value * pace : undefined
}
const verdict = (measure: Measure, pace: number): 'ok' | 'pace' | 'over' | '' => {
  const budget = budgets[measure.name]
  if (!budget) return ''
  if (within(budget, measure.value)) return 'ok'
  const there = paced(measure, pace)
  return there !== undefined && within(budget, there) ? 'pace' : 'over'
}
const noteOf = (measure: Measure, pace: number): string =>
  [measure.note, verdict(measure, pace) === 'pace' ? `${round(paced(measure, pace)!)} at the pace of the budgets` : '']
    .filter(Boolean)
    .join(' · ')
const budgetText = (name: string): string => {
  const { min, max } = budgets[name] ?? {}
  return min === undefined ? (max === undefined ? '' : `≤ ${max}`) : `≥ ${min}`
}

const measured: (Measure & { bench: string; verdict: string })[] = []
let failed = false
try {
  for (const bench of benches.filter(({ name, byName }) => (wanted.length ? wanted.includes(name) : !byName))) {
    const before = await paceNow()
    const measures = await bench.run()
    const pace = (before + (await paceNow())) / 2
    measures.push({
      name: `${bench.name}.machine`,
      value: round(pace, 2),
      unit: 'of its pace',
      note: 'beside the machine the budgets were written for',
    })
    for (const measure of measures) {
      measured.push({ ...measure, bench: bench.name, verdict: verdict(measure, pace) })
      if (!args.includes('--json'))
        process.stdout.write(
          `${measure.name.padEnd(24)}${String(measure.value).padStart(10)} ${measure.unit.padEnd(16)}${budgetText(measure.name).padStart(8)}  ${verdict(measure, pace).padEnd(5)} ${noteOf(measure, pace)}\n`,
        )
    }
  }
} catch (error) {
  failed = true
  process.stderr.write(`${String((error as Error).stack)}\n`)
} finally {
  await strike()
}
if (args.includes('--json')) process.stdout.write(`${JSON.stringify(measured, undefined, 2)}\n`)
process.exit(failed || measured.some((measure) => measure.verdict === 'over') ? 1 : 0)
