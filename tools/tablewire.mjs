#!/usr/bin/env node
// The command line: `tablewire listen` and `trigger` for developers of booking channels, plain on any Node from 20 on; `tablewire import venues FILE`,
// `tablewire migrate` and whatever else the server's main file knows after the set-up it may need.
import { join } from 'node:path'
import { Wrong } from './cli/arguments.mjs'
import { listen, usage as listenUsage } from './cli/listen.mjs'
import { trigger, usage as triggerUsage } from './cli/trigger.mjs'
import { stalePortal } from './portal-build.mjs'
import { exitOf, main, root, setup, startNode } from './setup.mjs'

const [command = '--help', ...args] = process.argv.slice(2)
const forDevelopers = { listen, trigger }

/** Dependencies and pages, all that a first start would make: for an image, or a folder that is read only afterwards. */
const build = async () => {
  const node = await setup()
  await stalePortal(node)?.()
  return 0
}

const server = async (given) => exitOf(startNode(await setup(), [join(root, 'server/src/main.ts'), ...given]))

const run = async () => {
  if (['--help', '-h', 'help'].includes(command)) {
    process.stdout.write(`For developers of booking channels:\n\n${listenUsage}\n\n${triggerUsage}\n\nThe server:\n\n`)
    return server(['help'])
  }
  if (command === 'build') return build()
  const own = forDevelopers[command]
  if (!own) return server([command, ...args])
  try {
    await own(args)
    return process.exitCode
  } catch (error) {
    if (!(error instanceof Wrong)) throw error
    process.stderr.write(`${error.message}\n`)
    return 1
  }
}

await main(run)
