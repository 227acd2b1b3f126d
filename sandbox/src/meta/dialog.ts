import { esc } from '../http/page.ts'
import { formIn, type Reply, type Route, seeOther } from '../http/router.ts'
import { shown } from './shown.ts'
import type { App } from './memory.ts'
import type { World } from './world.ts'

/** As an app in development has it at Meta: addresses of this machine need not be named. */
const isLocal = (redirectUri: string): boolean => {
  const { protocol, hostname } = URL.parse(redirectUri) ?? {}
  return protocol === 'http:' && (hostname === 'localhost' || hostname?.endsWith('.localhost') === true)
}

const askedOf = (world: World, given: URLSearchParams): { app: App; redirectUri: string; state: string } | undefined => {
  const app = world.app(given.get('client_id'))
  const redirectUri = given.get('redirect_uri')
  return app && redirectUri !== null && (app.redirectUris.includes(redirectUri) || isLocal(redirectUri))
    ? { app, redirectUri, state: given.get('state') ?? '' }
    : undefined
}

const notOurs = (): Reply =>
  shown(
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
  return shown(
    'Continue as …',
    `<form class="card" method="post" action="/dialog/oauth">${hidden}<p>${esc(asked.app.name)} asks for: ${scopes.map((scope) => `<code>${esc(scope)}</code>`).join(', ')}</p>${people}` +
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
  shown(
    'Pages',
    `<div class="grid">${Array.from(world.pages.values(), ({ id, name, about }) => `<div class="card"><h2><a href="/pages/${id}">${esc(name)}</a></h2><p class="soft">${esc(about)}</p></div>`).join('')}</div>`,
  )

const pageOf = (world: World, id: string): Reply => {
  const found = world.pages.get(id)
  if (!found) return shown('No such page', '<div class="card"><p>It may have been removed.</p></div>', { status: 404 })
  const { name, about, button } = found
  const act = button
    ? `<p><a class="button" href="${esc(button.url)}" rel="noopener">Book now</a></p>`
    : '<p class="soft">This page has no button.</p>'
  return shown(name, `<div class="card"><p>${esc(about)}</p>${act}</div>`)
}

const appsOf = (world: World): Reply => {
  const rows = world.grants().map(({ appId, personId }) => {
    const name = world.people.find(({ id }) => id === personId)?.name
    return `<form class="card line" method="post" action="/settings/apps/remove"><input type="hidden" name="app" value="${esc(appId)}"><input type="hidden" name="person" value="${esc(personId)}"><span>${esc(name)}: ${esc(world.app(appId)?.name ?? appId)}</span> <button class="plain" aria-label="Remove ${esc(world.app(appId)?.name ?? appId)} of ${esc(name)}">Remove</button></form>`
  })
  return shown('Allowed apps', rows.join('') || '<div class="card"><p>Nobody has allowed an app anything.</p></div>')
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
