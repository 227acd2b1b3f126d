import { esc, page } from '../http/page.ts'
import { formIn, html, type Reply, type Route, seeOther } from '../http/router.ts'
import type { App, World } from './world.ts'

const site = 'Sandbook'
const nav = [
  ['/', 'Pages'],
  ['/settings/apps', 'Apps of people'],
] as const

/** The form of the dialog leads on to another site, which the browser holds to this rule as well. */
const open = (title: string, body: string, { status = 200, formTo = '' } = {}): Reply => {
  const reply = html(page({ title, site, nav }, body), status)
  if (typeof reply === 'string') return reply
  const policy = `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${formTo}; base-uri 'none'; frame-ancestors 'none'`
  return { ...reply, headers: { ...reply.headers, 'content-security-policy': policy } }
}

const askedOf = (world: World, given: URLSearchParams): { app: App; redirectUri: string; state: string } | undefined => {
  const app = world.app(given.get('client_id'))
  const redirectUri = given.get('redirect_uri')
  return app && redirectUri !== null && app.redirectUris.includes(redirectUri)
    ? { app, redirectUri, state: given.get('state') ?? '' }
    : undefined
}

const notOurs = (): Reply =>
  open(
    'URL blocked',
    '<div class="card"><p>This redirect failed because the redirect URI is not white-listed in the app’s client OAuth settings.</p></div>',
    {
      status: 400,
    },
  )

const back = (redirectUri: string, values: Readonly<Record<string, string>>): Reply => {
  const url = new URL(redirectUri)
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value)
  return seeOther(url.href)
}

const ask = (world: World, query: URLSearchParams): Reply => {
  const asked = askedOf(world, query)
  if (!asked || query.get('response_type') !== 'code') return notOurs()
  const scopes = (query.get('scope') ?? '').split(',').filter(Boolean)
  const hidden = ['client_id', 'redirect_uri', 'state']
    .map((name) => `<input type="hidden" name="${name}" value="${esc(query.get(name))}">`)
    .join('')
  const people = world.people
    .map(
      ({ id, name }, at) =>
        `<p><label><input type="radio" name="person" value="${id}"${at === 0 ? ' checked' : ''}> ${esc(name)}</label></p>`,
    )
    .join('')
  return open(
    'Continue as …',
    `<form class="card" method="post" action="/dialog/oauth">${hidden}<p>App ${esc(asked.app.id)} asks for: ${scopes.map((scope) => `<code>${esc(scope)}</code>`).join(', ')}</p>${people}` +
      '<button name="answer" value="yes">Continue</button> <button class="plain" name="answer" value="no">Cancel</button></form>',
    { formTo: new URL(asked.redirectUri).origin },
  )
}

const answer = (world: World, given: URLSearchParams): Reply => {
  const asked = askedOf(world, given)
  if (!asked) return notOurs()
  const { app, redirectUri, state } = asked
  const person = world.people.find(({ id }) => id === given.get('person'))
  if (given.get('answer') !== 'yes' || !person)
    return back(redirectUri, {
      error: 'access_denied',
      error_code: '200',
      error_description: 'Permissions error',
      error_reason: 'user_denied',
      state,
    })
  return back(redirectUri, { code: world.allow({ appId: app.id, personId: person.id, pages: person.pages }, redirectUri), state })
}

const pagesList = (world: World): Reply =>
  open(
    'Pages',
    `<div class="grid">${Array.from(world.pages.values(), ({ id, name, about }) => `<div class="card"><h2><a href="/pages/${id}">${esc(name)}</a></h2><p class="soft">${esc(about)}</p></div>`).join('')}</div>`,
  )

const pageOf = (world: World, id: string): Reply => {
  const found = world.pages.get(id)
  if (!found) return open('No such page', '<div class="card"><p>It may have been removed.</p></div>', { status: 404 })
  const { name, about, button } = found
  const act = button
    ? `<p><a class="button" href="${esc(button.url)}" rel="noopener">Book now</a></p>`
    : '<p class="soft">This page has no button.</p>'
  return open(name, `<div class="card"><p>${esc(about)}</p>${act}</div>`)
}

const appsOf = (world: World): Reply => {
  const rows = world.grants().map(({ appId, personId }) => {
    const name = world.people.find(({ id }) => id === personId)?.name
    return `<form class="card line" method="post" action="/settings/apps/remove"><input type="hidden" name="app" value="${esc(appId)}"><input type="hidden" name="person" value="${esc(personId)}"><span>${esc(name)}: app ${esc(appId)}</span> <button class="plain">Remove</button></form>`
  })
  return open('Apps of people', rows.join('') || '<div class="card"><p>Nobody has allowed an app anything.</p></div>')
}

/** Tells the app, as Meta does, with its signature. */
export const removeApp = async (world: World, { appId, personId }: { appId: string; personId: string }): Promise<number> => {
  const app = world.app(appId)
  world.drop(appId, personId)
  if (!app?.deauthorizeUrl) return 0
  const body = new URLSearchParams({ signed_request: world.signedRequest(app, personId) })
  return (await fetch(app.deauthorizeUrl, { method: 'POST', body, signal: AbortSignal.timeout(15_000) })).status
}

/** What people see of it: the sign-in that apps send them to, pages, and the apps they allowed. */
export const dialogRoutes = (world: World): Route[] => [
  { method: 'GET', path: '/dialog/oauth', act: ({ query }) => ask(world, query) },
  { method: 'POST', path: '/dialog/oauth', act: (request) => answer(world, formIn(request)) },
  { method: 'GET', path: '/', act: () => pagesList(world) },
  { method: 'GET', path: '/pages/:id', act: ({ params }) => pageOf(world, params['id']!) },
  { method: 'GET', path: '/settings/apps', act: () => appsOf(world) },
  {
    method: 'POST',
    path: '/settings/apps/remove',
    act: async (request) => {
      const form = formIn(request)
      await removeApp(world, { appId: form.get('app') ?? '', personId: form.get('person') ?? '' })
      return seeOther('/settings/apps')
    },
  },
]
