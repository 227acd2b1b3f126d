import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Those that start and kill servers, those that ask every endpoint and those that move whole files take longest: none may run on alone at the end. */
const longest = /crash|hostile|shutdown|two-processes|recovery|remote-late|embedded-postgres|seed\.test|round-trip/

class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const rank = ({ moduleId }: TestSpecification): number =>
      longest.test(moduleId) ? 0 : /\/tests\/(protocol|laws)\//.test(moduleId) ? 1 : 2
    // oxlint-disable-next-line unicorn/no-array-sort -- that of the sequencer, not of the array
    return (await super.sort(files)).toSorted((a, b) => rank(a) - rank(b))
  }
}

export default defineConfig({
  test: {
    include: [
      '{contracts,connectors,server,portal,widget,sandbox}/src/**/*.test.{ts,tsx}',
      'tests/*.test.ts',
      'tests/{laws,protocol,build}/**/*.test.ts',
      'tools/**/*.test.ts',
      'benches/**/*.test.ts',
    ],
    globalSetup: ['tests/build/database-setup.ts'],
    env: { NODE_ENV: 'test' },
    // Reading the product's modules costs more than most files' tests: a process reads them once for all files it runs. State that outlives a
    // file is a defect here as it is in the server.
    isolate: false,
    // More than there are cores: much of a test is waiting for a database or for a moment to come.
    maxWorkers: 3,
    sequence: { sequencer: SlowestFirst },
    // As in playwright.config.ts.
    retry: process.env['CI'] ? 1 : 0,
    // A busy machine makes tests slow, never red: these end only what hangs, and no test has limits of its own.
    testTimeout: 300_000,
    hookTimeout: 300_000,
    teardownTimeout: 60_000,
    expect: { poll: { timeout: 120_000 } },
  },
})
