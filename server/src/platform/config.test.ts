import { expect, test } from 'vitest'
import { ConfigError, readConfig } from './config.ts'

test('reads flags over environment over defaults', () => {
  expect(readConfig(['--port', '5000', '--data=/srv/tw', '--empty'], { PORT: '4100', HOST: '0.0.0.0' })).toMatchObject({
    port: 5000,
    host: '0.0.0.0',
    data: '/srv/tw',
    seed: 'empty',
  })
  expect(readConfig([], {})).toMatchObject({ port: 4000, data: 'data' })
})
test('the waits named differ from the usual ones, and no others can be named', () => {
  const read = (value?: string) => readConfig([], { TABLEWIRE_WAITS: value }).waits
  expect(read()).toMatchObject({ answer: 4000, lease: 15_000, claim: 20_000, late: 25_000 })
  expect(read('answer=500, lease=1500')).toEqual({ ...read(), answer: 500, lease: 1500 })
  for (const wrong of ['patience=1', 'answer', 'answer=0', 'answer=-1', 'lease=2s', 'toString=1'])
    expect(() => read(wrong)).toThrow(/TABLEWIRE_WAITS: must be answer=, lease=/)
})
test('TRUST_PROXY is yes, no or a number of proxies', () => {
  const trusted = (value?: string) => readConfig([], { TRUST_PROXY: value }).trustedProxies
  expect([undefined, 'false', '0', 'true', '1', '2'].map(trusted)).toEqual([0, 0, 0, 1, 1, 2])
  expect(() => trusted('10.0.0.0/8')).toThrow(/TRUST_PROXY: must be true, false or the number of proxies/)
})
test('names everything that is wrong at once, in words', () => {
  const wrong = () => readConfig(['--port', '99999'], { DATABASE_URL: 'mysql://x', SMTP_URL: 'mail.example', TABLEWIRE_ADMIN_EMAIL: 'me' })
  expect(wrong).toThrow(ConfigError)
  expect(wrong).toThrow(/PORT:[^]*DATABASE_URL: must start with postgres[^]*SMTP_URL: must start with smtp[^]*TABLEWIRE_ADMIN_EMAIL/)
  expect(() => readConfig(['--prot', '1'], {})).toThrow(/unknown option --prot; known are --port/)
})
test('an address of a database may name several servers', () => {
  const several = 'postgres://me:secret@a,b:5433/shop?target_session_attrs=read-write'
  expect(readConfig([], { DATABASE_URL: several, DATABASE_DIRECT_URL: 'postgres://a/shop' })).toMatchObject({
    databaseUrl: several,
    databaseDirectUrl: 'postgres://a/shop',
    databasePrepare: 'on',
  })
  const standby = () => readConfig([], { DATABASE_URL: 'postgres://me:secret@a,b/shop?target_session_attrs=standby' })
  expect(standby).toThrow(/DATABASE_URL: must be postgres:.*target_session_attrs any, read-write or primary/)
  expect(standby).not.toThrow(/secret/)
})
