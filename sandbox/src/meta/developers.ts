import { randomBytes } from 'node:crypto'
import { esc } from '../http/page.ts'
import { formIn, type Reply, type Route, seeOther } from '../http/router.ts'
import { shown } from './shown.ts'
import type { App } from './memory.ts'
import type { World } from './world.ts'

const inputs = [
  ['name', 'Name of the app', 'text', true],
  ['redirectUri', 'Valid OAuth redirect URI', 'url', true],
  ['deauthorizeUrl', 'Deauthorize callback URL', 'url', false],
  ['dataDeletionUrl', 'Data deletion request URL', 'url', false],
] as const

const formOf = (action: string, app?: App): string => {
  const values = { ...app, redirectUri: app?.redirectUris[0] }
  const fields = inputs.map(
    ([name, label, type, required]) =>
      `<p><label>${label}<br><input name="${name}" type="${type}" size="48" maxlength="500" value="${esc(values[name])}"${required ? ' required' : ''}></label></p>`,
  )
  return `<form method="post" action="${esc(action)}">${fields.join('')}<button>${app ? 'Save' : 'Make an app'}</button></form>`
}

const cardOf = (app: App): string =>
  `<details class="card"><summary><strong>${esc(app.name)}</strong> <span class="soft">${esc(app.id)}</span></summary>` +
  `<p>App id: <code>${esc(app.id)}</code><br>App secret: <code>${esc(app.secret)}</code></p>${formOf(`/developers/apps/${app.id}`, app)}</details>`

const list = (world: World, origin: string): Reply =>
  shown(
    'Apps',
    `<div class="card"><p>An app signs people in at <code>${esc(origin)}/dialog/oauth</code>, and calls the Graph API at <code>${esc(origin)}/graph</code>.</p></div>` +
      `${world.apps.map(cardOf).join('')}<div class="card"><h2>New app</h2>${formOf('/developers/apps')}</div>`,
  )

const isWeb = (text: string): boolean => /^https?:$/.test(URL.parse(text)?.protocol ?? '')

const write = (world: World, form: URLSearchParams, known: Pick<App, 'id' | 'secret'>): Reply => {
  const of = (name: string): string => (form.get(name) ?? '').trim()
  const [name, redirectUri, deauthorizeUrl, dataDeletionUrl] = inputs.map(([field]) => of(field)) as [string, string, string, string]
  const wrong = !name || !isWeb(redirectUri) || [deauthorizeUrl, dataDeletionUrl].some((url) => url !== '' && !isWeb(url))
  if (wrong) return shown('Not saved', '<div class="card"><p>An app needs a name, and whole addresses.</p></div>', { status: 400 })
  world.addApp({
    ...known,
    name: name.slice(0, 80),
    redirectUris: [redirectUri],
    ...(deauthorizeUrl ? { deauthorizeUrl } : {}),
    ...(dataDeletionUrl ? { dataDeletionUrl } : {}),
  })
  return seeOther('/developers')
}

/** Where the makers of apps set them up. */
export const developerRoutes = (world: World): Route[] => [
  { method: 'GET', path: '/developers', act: ({ headers }) => list(world, `http://${headers.host ?? ''}`) },
  {
    method: 'POST',
    path: '/developers/apps',
    act: (request) => write(world, formIn(request), { id: world.newId(), secret: randomBytes(16).toString('hex') }),
  },
  {
    method: 'POST',
    path: '/developers/apps/:id',
    act: (request) => {
      const app = world.app(request.params['id'])
      return app ? write(world, formIn(request), app) : shown('No such app', '', { status: 404 })
    },
  },
]
