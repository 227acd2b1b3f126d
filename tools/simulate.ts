import { parseArgs } from 'node:util'
import { History } from './simulate/history.ts'
import { takeOverMachine } from './simulate/machine.ts'
import { openCatalogue } from './simulate/open-catalogue.ts'
import { seedText } from './simulate/seed-rows.ts'

const usage = `npm run simulate -- --histories 1000 --seed 1     explores so many histories
npm run simulate -- --seed 1 --history 17         repeats one of them, and tells what happens in it
npm run simulate -- --known 9:25,4:137            repeats several, each by its seed and number, and says of each how it ends
npm run simulate -- --histories 5 --statements    tells what their databases were asked and answered, as lines of JSON`

const { values } = parseArgs({
  options: {
    histories: { type: 'string' },
    seed: { type: 'string', default: '1' },
    history: { type: 'string' },
    known: { type: 'string' },
    statements: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  },
})
const seed = Number(values.seed)
const most = 20
// From here on the machine's clock is the simulation's.
const clock = performance.now.bind(performance)
const say = (line: string): void => void process.stdout.write(`${line}\n`)

const replay = async (history: number): Promise<number> => {
  const catalogue = await openCatalogue()
  takeOverMachine()
  const { wrong } = await new History(catalogue, { seed, history, trace: say }).run()
  say(wrong.length ? `\n${wrong.join('\n')}` : '\nall is well')
  return wrong.length
}

const replayKnown = async (known: readonly string[]): Promise<number> => {
  const catalogue = await openCatalogue()
  takeOverMachine()
  let failed = 0
  for (const one of known) {
    const [ofSeed, history] = one.split(':').map(Number)
    const { wrong } = await new History(catalogue, { seed: ofSeed!, history: history! }).run()
    say(`${one} ${wrong[0] ?? 'all is well'}`)
    if (wrong.length) failed++
  }
  return failed
}

/** What there is in the end, but for what only a database knows of itself. */
const left = [
  'select * from reservations order by id',
  'select * from remote_bookings order by key',
  'select * from guests order by id',
  'select id, kind, move, from_status, to_status, side, actor_kind, actor_id, reason, before, after, at from reservation_events order by id',
  'select actor, key, endpoint, body_hash, status, answer, claimed_until from idempotency_keys order by key',
  'select * from audit_entries order by id',
  'select id, channel_id, reservation_id from webhook_events order by id',
]

/** What their databases were asked and what they answered; what there is in the end is asked as well. */
const tellStatements = async (histories: number): Promise<number> => {
  const catalogue = await openCatalogue()
  takeOverMachine()
  for (let number = 0; number < histories; number++) {
    const tell = (line: object): void => say(JSON.stringify({ history: number, ...line }))
    const history = new History(catalogue, { seed, history: number, heard: tell })
    for (const one of history.seeds) tell({ seed: seedText(one) })
    await history.run()
    for (const text of left) history.database.open().execute(text, [])
  }
  return 0
}

const explore = async (histories: number): Promise<number> => {
  const catalogue = await openCatalogue()
  takeOverMachine()
  const [begun, cpu] = [clock(), process.cpuUsage()]
  let failed = 0
  for (let history = 0; history < histories; history++) {
    const { wrong } = await new History(catalogue, { seed, history }).run()
    if (!wrong.length) continue
    failed++
    if (failed <= most) say(`npm run simulate -- --seed ${seed} --history ${history}    ${wrong[0]}`)
  }
  const [seconds, used] = [(clock() - begun) / 1000, process.cpuUsage(cpu)]
  const ofCpu = (used.user + used.system) / 1e6
  const pace = (length: number): string => Math.round((histories / length) * 60).toLocaleString('en')
  say(
    `${histories} histories of seed ${seed} in ${seconds.toFixed(1)} s, ${pace(seconds)} a minute (${pace(ofCpu)} a minute of one core): ${failed} failed`,
  )
  return failed
}

const numberOf = (text: string | undefined, otherwise: number): number => (text === undefined ? otherwise : Number(text))

const work = (): Promise<number> => {
  const histories = numberOf(values.histories, 1000)
  if (values.statements) return tellStatements(histories)
  if (values.known !== undefined) return replayKnown(values.known.split(','))
  return values.history === undefined ? explore(histories) : replay(Number(values.history))
}

if (values.help) say(usage)
else process.exitCode = (await work()) ? 1 : 0
