import { expect, test } from 'vitest'
import { aTestApp } from '../../../tests/build/a-test-app.ts'

test.each([
  ['https://book.example.test', 'max-age=31536000'],
  ['http://book.example.test', undefined],
])(
  'browsers are bound to https for a year, and for this host alone, where the public address is one: %s',
  async (address, header) => {
    const testApp = await aTestApp({ env: { PUBLIC_URL: address } })
    try {
      for (const url of ['/healthz', '/', '/docs', '/v1/venues']) {
        const { headers } = await testApp.ask({ method: 'GET', url })
        expect(headers['strict-transport-security'], url).toBe(header)
      }
    } finally {
      await testApp.close()
    }
  },
  60_000,
)
