import { defineConfig } from '@playwright/test'
import { browserLaunch } from './tests/build/browser.ts'

const launch = browserLaunch()

export default defineConfig({
  testDir: 'tests/journeys',
  testMatch: '**/*.test.ts',
  outputDir: 'test-results',
  // Each has a server and a database of its own.
  workers: 2,
  forbidOnly: Boolean(process.env['CI']),
  // A foreign machine may stand still for seconds. What passes only at a second try is named in the report, so that it is not overlooked.
  retries: process.env['CI'] ? 2 : 0,
  // A busy machine makes journeys slow, never red: these end only what hangs, and a step that finds nothing to click sooner than the rest.
  timeout: 300_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  use: {
    browserName: 'chromium',
    actionTimeout: 60_000,
    // A page of a journey lives for seconds: what its code would win by being optimised is less than that costs. Benches have the browser as it is.
    launchOptions: { ...launch, args: [...launch.args, '--js-flags=--no-opt'] },
    locale: 'en-GB',
    timezoneId: 'Europe/Paris',
    viewport: { width: 1360, height: 850 },
    screenshot: 'only-on-failure',
    // A film of every page costs more than all the pages: made at the second try, or by `--trace on`.
    trace: 'on-first-retry',
  },
})
