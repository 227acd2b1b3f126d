/**
 * `npm run failover -- [--faults kill,switchover,…]`: three databases under Patroni with etcd, HAProxy, PgBouncer and three servers on
 * machines of their own (network namespaces), from the files in deploy/; guests of two channels book while machines are killed, hang and are cut off.
 * Prints a table; exit code 1 on one lost, doubled or oversold booking, on a 500, or on a 503 that does not say when to come back; 2 where it cannot run.
 */
import { spawnSync } from 'node:child_process'
import { parseArgs } from 'node:util'
import { faultNames, type FaultName, faults } from './failover/faults.ts'
import { wanting } from './failover/packages.ts'
import { runFaults } from './failover/run-faults.ts'

const inNamespaces = 'TABLEWIRE_FAILOVER_INSIDE'
const { values } = parseArgs({ options: { faults: { type: 'string', default: faultNames.join(',') } } })
const asked = values.faults.split(',')
const unknown = asked.filter((name) => !(name in faults))
if (unknown.length) {
  console.error(`Unknown: ${unknown.join(', ')}. There are ${faultNames.join(', ')}.`)
  process.exit(2)
}
const missing = wanting()
if (missing.length) {
  console.error(missing.join('\n'))
  process.exit(2)
}
// The machines are its children and still run; they end with it.
if (process.env[inNamespaces]) process.exit(await runFaults(asked as FaultName[]))
else {
  // Nothing of it is seen outside, and all of it ends with this process: networks, mounts and processes are its own.
  const own = ['--net', '--mount', '--pid', '--fork', '--kill-child', '--mount-proc']
  // The shell as first process takes leave of those whose parents were killed.
  const again = ['sh', '-c', '"$@" & wait $!', 'sh', process.execPath, ...process.argv.slice(1)]
  const { status } = spawnSync('unshare', [...own, ...again], {
    stdio: 'inherit',
    env: { ...process.env, [inNamespaces]: '1' },
  })
  process.exitCode = status ?? 1
}
