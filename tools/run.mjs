// `node tools/run.mjs FILE.ts ...`: runs a TypeScript file of this tree on the right Node, after the set-up it may need.
import { exitOf, main, setup, startNode } from './setup.mjs'

await main(async () => exitOf(startNode(await setup(), process.argv.slice(2))))
