import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTestApp, type TestApp } from '../build/a-test-app.ts'

const folder = join(import.meta.dirname, '../../docs/operations')
const read = (name: string): string => readFileSync(join(folder, name), 'utf8')
const alerts = read('alerts.yml')
type Panel = {
  id: number
  title: string
  type: string
  gridPos: { x: number; y: number; w: number; h: number }
  targets?: { expr: string }[]
}
const { panels } = JSON.parse(read('dashboard.json')) as { panels: Panel[] }
const shown = panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr))

let testApp: TestApp
beforeAll(async () => void (testApp = await aTestApp({ work: true })))
afterAll(() => testApp.close())

test.each([
  ['alerts', alerts],
  ['dashboard', shown.join('\n')],
])('the %s ask for numbers that are there, by labels they have', async (_, questions) => {
  await testApp.container.ports.ground.look()
  const { metrics, ports } = testApp.container
  metrics.observeRequest('bc.book', 500, 0.1)
  metrics.countJob('hub.mirror', 'failed')
  ports.traces.count({
    from: 'hub',
    to: 'system',
    operation: 'create',
    outcome: 'failed',
    startedAt: new Date().toISOString(),
    durationMs: 5,
  })
  const { body } = await metrics.render()
  const asked = [...questions.matchAll(/\b((?:tablewire|process|nodejs)_[a-z0-9_]+)(?:\{([^}]*)\})?/g)].filter(
    ([, name]) => name !== 'tablewire_',
  )
  expect(asked.length).toBeGreaterThan(20)
  for (const [, name, labels = ''] of asked) {
    const series = body.split('\n').filter((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`))
    expect(series.length, name).toBeGreaterThan(0)
    // `job` and `instance` are Prometheus' own.
    for (const [, label] of labels.matchAll(/(\w+)=~?"/g))
      if (label !== 'job' && label !== 'instance') expect(series[0], `${name}{${label}}`).toContain(`${label}="`)
    const wanted = /(check|what|state)="(\w+)"/.exec(labels)
    if (wanted) expect(body, name).toContain(`${wanted[1]}="${wanted[2]}"`)
  }
})

test('the dashboard has a question in each panel, and none lies over another', () => {
  expect(panels.filter(({ type, targets = [] }) => type !== 'row' && targets.length === 0)).toEqual([])
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length)
  const squares = panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, n) => `${x + (n % w)} ${y + Math.floor(n / w)}`),
  )
  expect(new Set(squares).size).toBe(squares.length)
  expect(Math.max(...panels.map(({ gridPos }) => gridPos.x + gridPos.w))).toBe(24)
})

/** As a heading becomes an anchor. */
const anchorOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\w\s-]/g, '')
    .trim()
    .replaceAll(/\s/g, '-')

test('each alert leads to a part of the runbook, and each part can be seen and says what to do', () => {
  const parts = read('runbook.md').split(/^## /m).slice(1)
  const anchors = parts.map((part) => anchorOf(part.split('\n')[0]!))
  const named = [...alerts.matchAll(/^ {10}runbook_url: 'docs\/operations\/runbook\.md#([\w-]+)'$/gm)].map(([, anchor]) => anchor!)
  expect(named).toHaveLength([...alerts.matchAll(/- alert: /g)].length)
  expect(named.filter((anchor) => !anchors.includes(anchor))).toEqual([])
  for (const part of parts) expect(part).toMatch(/\*\*Seen:\*\*[^]*\*\*Do:\*\*/)
  const known = new Set([...alerts.matchAll(/- alert: (\w+)/g)].map(([, name]) => name))
  for (const [, name] of read('runbook.md').matchAll(/`(Tablewire[A-Z]\w+)`/g)) expect(known).toContain(name)
})

test('the unit starts a command there is, with a limit above the one that is asked for', () => {
  const unit = read('../../deploy/tablewire.service')
  const [, program, command] = /^ExecStart=\/usr\/bin\/node (\S+) (\w+)$/m.exec(unit)!
  expect(readFileSync(join(folder, '../..', program!), 'utf8')).toContain('server/src/main.ts')
  expect(command).toBe('serve')
  expect(Number(/^LimitNOFILE=(\d+)$/m.exec(unit)![1])).toBeGreaterThan(4096)
})
