import { expect, test } from 'vitest'
import { FeedScan, FeedUnreadable } from './feed-scan.ts'

const scanned = (kind: 'merchants' | 'availability', text: string, size: number) => {
  const scan = new FeedScan(kind)
  const bytes = Buffer.from(text)
  const records: string[] = []
  for (let at = 0; at < bytes.length; at += size) records.push(...scan.push(bytes.subarray(at, at + size)))
  return { records: records.map((one) => JSON.parse(one) as unknown), rest: JSON.parse(scan.rest()) as unknown }
}

test('takes records out of a feed, in pieces of any size', () => {
  const merchants = [
    { merchant_id: 'a', name: 'É "}],{ \\ ' },
    { merchant_id: 'b', geo: { list: [{ x: [1] }] } },
  ]
  const text = JSON.stringify({ metadata: { nonce: '1' }, merchant: merchants }, null, 1)
  for (const size of [1, 3, 7, 10_000])
    expect(scanned('merchants', text, size)).toEqual({ records: merchants, rest: { metadata: { nonce: '1' }, merchant: [] } })
  const slots = [{ start_sec: '1', resources: { party_size: 2 } }, { start_sec: '2' }]
  const feed = JSON.stringify({
    service_availability: [{ availability: slots }, { merchant_id_restrict: 'm', availability: [] }],
    metadata: {},
  })
  for (const size of [1, 5, 10_000])
    expect(scanned('availability', feed, size)).toEqual({
      records: slots,
      rest: { service_availability: [{ availability: [] }, { merchant_id_restrict: 'm', availability: [] }], metadata: {} },
    })
})

test('a file that is no JSON is none after its records were taken out either', () => {
  for (const text of ['{"merchant":[{} {}]}', '{"merchant":[{},]}', '{"merchant":[,{}]}', '{"merchant":[{}', '{"merchant":[{"a":"}]}'])
    expect(() => scanned('merchants', text, 4), text).toThrow(FeedUnreadable)
})
