#!/usr/bin/env node
// The command line: `tablewire import venues FILE`, `tablewire migrate` and whatever else the server's main file knows.
import { join } from 'node:path'
import { exitOf, main, root, setup, startNode } from './setup.mjs'

await main(async () => exitOf(startNode(await setup(), [join(root, 'server/src/main.ts'), ...process.argv.slice(2)])))
