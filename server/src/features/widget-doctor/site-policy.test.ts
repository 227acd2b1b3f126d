import { expect, test } from 'vitest'
import { mayFrame, mayRun, policiesOf } from './site-policy.ts'

const site = new URL('https://www.trattoria.example/table')
const script = new URL('https://hub.example/widget.js')
const frame = new URL('https://hub.example/book/1')
const verdict = (policy: string, nonce?: string): [boolean, boolean] => {
  const policies = policiesOf({ 'content-security-policy': policy }, [])
  return [mayRun(policies, { url: script, nonce, site }), mayFrame(policies, frame, site)]
}

test('WI1: what a policy says of our script and our frame', () => {
  for (const [policy, expected] of [
    ["default-src 'self'", [false, false]],
    ["img-src 'self'", [true, true]],
    ['default-src https:', [true, true]],
    ["script-src 'self' https://hub.example; frame-src https://hub.example", [true, true]],
    ["script-src 'self' hub.example/widget.js; frame-src hub.example/other/", [true, false]],
    ["script-src *.example; child-src 'none'", [true, false]],
    ['script-src https://*.hub.example; frame-src *', [false, true]],
    ['script-src http://hub.example:443; frame-src https://hub.example:8443', [true, false]],
    ["script-src-elem 'none'; script-src *", [false, true]],
    ["script-src 'strict-dynamic' 'nonce-abc' https:", [false, true]],
    // Two policies: what one forbids is forbidden.
    ["default-src *, script-src 'self'", [false, true]],
  ] as const)
    expect([policy, verdict(policy)]).toEqual([policy, expected])
  expect(verdict("script-src 'strict-dynamic' 'nonce-abc'", 'abc')).toEqual([true, true])
})

test("WI1: a policy in the page's own head holds as well, one that only reports does not", () => {
  const own = { name: 'meta', attributes: { 'http-equiv': 'Content-Security-Policy', content: "frame-src 'none'" } }
  expect(mayFrame(policiesOf({}, [own]), frame, site)).toBe(false)
  expect(mayFrame(policiesOf({ 'content-security-policy-report-only': "frame-src 'none'" }, []), frame, site)).toBe(true)
})
