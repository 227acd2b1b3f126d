import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { expect, test } from 'vitest'

type PushNotification = [title: string, options: { body?: string; tag?: string; lang?: string; data: { url: string } }]
type Handler = (event: unknown) => void
type Page = { visibilityState: string; focus: () => Promise<void>; postMessage: (message: unknown) => void }

/** What a browser gives a service worker, as far as pushes need it; the browsers of the journeys show no notifications. */
const aWorker = (pages: Page[] = []) => {
  const handlers = new Map<string, Handler>()
  const shown: PushNotification[] = []
  const opened: string[] = []
  const self = {
    location: { origin: 'https://panel.example.test' },
    registration: { showNotification: async (...one: PushNotification) => void shown.push(one) },
    clients: { matchAll: async () => pages, openWindow: async (url: string) => void opened.push(url) },
    addEventListener: (name: string, handler: Handler) => void handlers.set(name, handler),
  }
  runInContext(readFileSync(join(import.meta.dirname, '../../../public/sw-push.js'), 'utf8'), createContext({ self, URL }))
  const fire = async (name: string, event: object): Promise<void> => {
    const waits: Promise<unknown>[] = []
    handlers.get(name)!({ ...event, waitUntil: (wait: Promise<unknown>) => waits.push(wait) })
    await Promise.all(waits)
  }
  const push = (data: unknown) => fire('push', { data: { json: () => (typeof data === 'string' ? (JSON.parse(data) as unknown) : data) } })
  const click = (url?: string) => fire('notificationclick', { notification: { close: () => undefined, data: { url } } })
  return { shown, opened, push, click, fire }
}

test('SE3: a push is shown with its words and what it is about; the same one twice replaces itself', async () => {
  const worker = aWorker()
  await worker.push({
    title: 'New reservation – Casa',
    body: 'Ana · 2 guests',
    tag: 'x',
    url: '/reservations?id=1',
    lang: 'en',
    at: '2026-11-20T19:00:00Z',
  })
  const [title, options] = worker.shown[0]!
  expect(title).toBe('New reservation – Casa')
  expect(options).toMatchObject({ body: 'Ana · 2 guests', tag: 'x', lang: 'en', data: { url: '/reservations?id=1' } })
})

test('SE3: what is no message of ours is not shown, and no push leads to another site', async () => {
  const worker = aWorker()
  await worker.push('[]')
  await worker.push('{"body":"no title"}')
  await worker.fire('push', { data: { json: () => JSON.parse('half {') as unknown } })
  await worker.fire('push', { data: null })
  expect(worker.shown).toEqual([])
  for (const url of ['https://evil.test/x', '//evil.test/x', 'javascript:alert(1)', 7]) await worker.push({ title: 't', url })
  expect(worker.shown.map(([, { data }]) => data.url)).toEqual(['/', '/', '/', '/'])
})

test('SE3: an open page goes there without being loaded anew; without one a window opens', async () => {
  const told: unknown[] = []
  const page = (visibilityState: string): Page => ({
    visibilityState,
    focus: async () => void told.push(visibilityState),
    postMessage: (message) => void told.push(message),
  })
  const worker = aWorker([page('hidden'), page('visible')])
  await worker.click('/reservations?id=1')
  expect(told).toEqual(['visible', { open: '/reservations?id=1' }])
  const alone = aWorker()
  await alone.click('/settings/notifications')
  await alone.click()
  expect(alone.opened).toEqual(['/settings/notifications', '/'])
})
