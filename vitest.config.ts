import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: [
      '{contracts,connectors,server,portal,sandbox}/src/**/*.test.{ts,tsx}',
      'tests/*.test.ts',
      'tests/{laws,protocol,build}/**/*.test.ts',
      'tools/**/*.test.ts',
      'benches/**/*.test.ts',
    ],
    globalSetup: ['tests/build/database-setup.ts'],
    env: { NODE_ENV: 'test' },
    maxWorkers: 2,
    // As in playwright.config.ts.
    retry: process.env['CI'] ? 1 : 0,
    testTimeout: 20_000,
    hookTimeout: 60_000,
    teardownTimeout: 30_000,
  },
})
