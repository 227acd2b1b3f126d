// `npm test [PATH ...] [--db-only]`: unit, law and protocol tests, then the journeys in a browser; the last line counts both.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { databaseSuites } from './database-suites.mjs'
import { stalePortal } from './portal-build.mjs'
import { exitOf, main, modules, root, say, setup, startNode } from './setup.mjs'

/** @type {{ passed: number, failed: number, skipped: number, names: string[], files: string[], took: { file: string, ms: number }[] }} */
const nothing = { passed: 0, failed: 0, skipped: 0, names: [], files: [], took: [] }
const add = (a, b) => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
  names: [...a.names, ...b.names],
  files: [...a.files, ...b.files],
  took: [...a.took, ...b.took],
})

/** A run that ends badly with no failed test to show for it (a file that does not load, a crash) counts as one failure. */
const counted = (code, counts, part) =>
  code !== 0 && counts.failed === 0 ? { ...counts, failed: 1, names: [`${part} ended with ${code}`] } : counts

const firstLine = (text = '') =>
  text
    .replaceAll(/\u001b\[[\d;]*m/g, '')
    .trim()
    .split('\n')[0]
    .slice(0, 300)
const pathOf = (file) => relative(root, file)

const readReport = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined)

const runVitest = async (node, report, paths) => {
  const args = [
    join(modules, 'vitest/vitest.mjs'),
    'run',
    '--passWithNoTests',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
  ]
  const code = await exitOf(startNode(node, [...args, ...paths], { cwd: root }))
  const result = readReport(report)
  if (!result) return counted(code, nothing, 'vitest')
  const broken = result.testResults.filter(
    (file) => file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed'),
  )
  const names = result.testResults.flatMap(({ name, message, assertionResults }) => [
    ...assertionResults
      .filter(({ status }) => status === 'failed')
      .map((test) => `${pathOf(name)} > ${test.fullName}: ${firstLine(test.failureMessages[0])}`),
    ...(broken.some((file) => file.name === name) ? [`${pathOf(name)}: ${firstLine(message)}`] : []),
  ])
  const took = result.testResults.map(({ name, startTime, endTime }) => ({ file: pathOf(name), ms: endTime - startTime }))
  const files = result.testResults.filter(({ status }) => status === 'failed').map(({ name }) => pathOf(name))
  const counts = { passed: result.numPassedTests, failed: result.numFailedTests + broken.length, names, files, took }
  return counted(code, { ...counts, skipped: result.numPendingTests + result.numTodoTests }, 'vitest')
}

/**
 * What failed beside everything else, once more by itself: a machine at the end of its strength lets time run out. What passes then is named; what is
 * wrong fails again. More than a few are no accident.
 */
const mostAlone = 6
const runUnits = async (node, folder, paths) => {
  const first = await runVitest(node, join(folder, 'vitest.json'), paths)
  if (!process.env['CI'] || first.files.length === 0 || first.files.length > mostAlone || paths.length === 1) return first
  const alone = await runVitest(node, join(folder, 'alone.json'), ['--maxWorkers=1', ...first.files])
  if (alone.failed > 0) return { ...first, names: [...new Set([...first.names, ...alone.names])] }
  for (const name of first.names) say(`Passed at a second try: ${name}`)
  return { ...first, passed: first.passed + first.failed, failed: 0, names: [], files: [] }
}

/** Journeys that failed at every try, and those that passed only at a later one. */
const journeysLike = (suites, wanted) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ file, title, tests }) =>
      tests
        .filter(({ status }) => status === wanted)
        .map(({ results }) => `tests/journeys/${file} > ${title}: ${firstLine(results[0]?.error?.message)}`),
    ),
    ...journeysLike(inner, wanted),
  ])

const journeyTimes = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs.flatMap(({ file, tests }) =>
      tests.flatMap(({ results }) => results.map(({ duration }) => ({ file: `tests/journeys/${file}`, ms: duration }))),
    ),
    ...journeyTimes(inner),
  ])

const perFile = (times) => {
  const sums = new Map()
  for (const { file, ms } of times) sums.set(file, (sums.get(file) ?? 0) + ms)
  return Array.from(sums, ([file, ms]) => ({ file, ms }))
}

/** Epoch seconds after which no journey begins; a slow machine must end before it is ended. Unset = there is no such moment. */
const journeysUntil = Number(process.env['TABLEWIRE_JOURNEYS_UNTIL'] ?? Infinity)
const secondsLeft = () => Math.floor(journeysUntil - Date.now() / 1000)

/** How the portal looks and how it is gone about, in every variation: after all that people do with it, where time is short. */
const looks =
  /\/(?:a11y|brands|calm-head|customizer|docs|early|errors|first-frame|frame|kept-focus|lists-loading|look|menu|pages|people-words|pseudo|small-screens|toasts|typed-days)\.test\.ts$/
const journeyFiles = () =>
  readdirSync(join(root, 'tests/journeys'))
    .filter((name) => name.endsWith('.test.ts'))
    .map((name) => `tests/journeys/${name}`)

/** Seconds for the second tries that the clock took from journeys which failed once. */
const secondTries = 480

/** Places (`tests/journeys/x.test.ts:12`) of journeys that failed at their only try. */
const failedOnce = (suites) =>
  suites.flatMap(({ specs = [], suites: inner = [] }) => [
    ...specs
      .filter(({ tests }) => tests.some(({ status, results }) => status === 'unexpected' && results.length === 1))
      .map(({ file, line }) => `tests/journeys/${file}:${line}`),
    ...failedOnce(inner),
  ])

const playJourneys = async (node, { report, args, seconds }) => {
  const limit = Number.isFinite(seconds) ? [`--global-timeout=${seconds * 1000}`] : []
  const cli = join(modules, '@playwright/test/cli.js')
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report }
  const code = await exitOf(
    startNode(node, [cli, 'test', '--pass-with-no-tests', '--reporter=list,json', ...limit, ...args], { cwd: root, env }),
  )
  return { code, ...readReport(report) }
}

/** The clock ends a run between a journey's first try and its second as well: that one is made by itself, so that each is judged by the same rule. */
const againAfterTheClock = async (node, report, { result, suites }) => {
  const places = failedOnce(suites)
  if (places.length === 0 || places.length > mostAlone || places.length < result.failed) return result
  const { stats } = await playJourneys(node, {
    report: `${report}.again.json`,
    args: ['--retries=0', '--workers=1', ...places],
    seconds: secondTries,
  })
  if (!stats || stats.unexpected > 0 || stats.expected < places.length) return result
  for (const name of result.names) say(`Passed at a second try: ${name}`)
  return { ...result, passed: result.passed + result.failed, failed: 0, names: [] }
}

/** The page as it stood when a journey failed, for whoever has the log alone. */
const sayPages = (suites) => {
  for (const { specs = [], suites: inner = [] } of suites) {
    for (const { title, tests } of specs) {
      const failed = tests.flatMap(({ results }) => results).filter(({ status }) => status === 'failed' || status === 'timedOut')
      for (const { path } of failed.flatMap(({ attachments }) => attachments.filter(({ name }) => name === 'error-context'))) {
        const page = existsSync(path) ? /```yaml\n([^]*?)\n```/.exec(readFileSync(path, 'utf8'))?.[1] : undefined
        if (page) say(`The page when it failed: ${title}\n${page.split('\n').slice(0, 60).join('\n')}`)
      }
    }
    sayPages(inner)
  }
}

const runJourneys = async (node, report, paths) => {
  const left = secondsLeft()
  if (left < 60) {
    for (const path of paths) say(`Not run for lack of time: ${path}`)
    return { ...nothing, skipped: paths.length }
  }
  const { code, stats, suites } = await playJourneys(node, { report, args: paths, seconds: left })
  if (!stats) return counted(code, nothing, 'the journeys')
  sayPages(suites)
  for (const name of journeysLike(suites, 'flaky')) say(`Passed at a second try: ${name}`)
  const counts = { passed: stats.expected + stats.flaky, failed: stats.unexpected, skipped: stats.skipped }
  const result = { ...nothing, ...counts, names: journeysLike(suites, 'unexpected'), took: perFile(journeyTimes(suites)) }
  if (secondsLeft() > 0) return counted(code, result, 'the journeys')
  // Ended by the clock: what it did not come to is named, and fails nothing.
  for (const name of journeysLike(suites, 'skipped')) say(`Not run for lack of time: ${name}`)
  return stats.unexpected > 0 ? againAfterTheClock(node, report, { result, suites }) : result
}

const sayLongest = (took) => {
  if (took.length < 2) return
  say('\nWhat took longest:')
  for (const { file, ms } of took.toSorted((a, b) => b.ms - a.ms).slice(0, 10)) say(`${(ms / 1000).toFixed(1).padStart(7)} s  ${file}`)
}

const isJourney = (path) => path.replace(/^\.\//, '').startsWith('tests/journeys')

/** Built in parallel with the first tests; the journeys wait for it. */
const buildPortal = async (node) => {
  try {
    await stalePortal(node)?.()
    return true
  } catch (error) {
    say(`The portal could not be built:\n${error.message}`)
    return false
  }
}

await main(async () => {
  const words = process.argv.slice(2)
  const paths = words.filter((word) => word !== '--db-only')
  const databaseOnly = words.length !== paths.length
  const node = await setup()
  const folder = mkdtempSync(join(tmpdir(), 'tablewire-report-'))
  const wantsJourneys = !databaseOnly && (paths.length === 0 || paths.some(isJourney))
  const wantsUnits = paths.length === 0 || !paths.every(isJourney)
  const built = wantsJourneys ? buildPortal(node) : undefined
  const units = async () => {
    if (!wantsUnits) return nothing
    const chosen = paths.filter((path) => !isJourney(path))
    return runUnits(node, folder, chosen.length > 0 || !databaseOnly ? chosen : databaseSuites())
  }
  const journeys = async () => {
    if (!wantsJourneys) return nothing
    if (!(await built)) return { ...nothing, failed: 1, names: ['the portal could not be built'] }
    const chosen = paths.filter(isJourney)
    if (chosen.length > 0) return runJourneys(node, join(folder, 'journeys.json'), chosen)
    const [first, last] = [false, true].map((isLook) => journeyFiles().filter((path) => looks.test(path) === isLook))
    return add(await runJourneys(node, join(folder, 'journeys.json'), first), await runJourneys(node, join(folder, 'looks.json'), last))
  }
  // In sequence: in parallel they load a machine of two cores so that servers run into their own timeouts.
  const total = add(await units(), await journeys())
  rmSync(folder, { recursive: true, force: true })
  sayLongest(total.took)
  for (const name of total.names) process.stdout.write(`Failed: ${name}\n`)
  process.stdout.write(`\n${total.passed} passed, ${total.failed} failed${total.skipped ? `, ${total.skipped} skipped` : ''}\n`)
  return total.failed === 0 && total.passed > 0 ? 0 : 1
})
