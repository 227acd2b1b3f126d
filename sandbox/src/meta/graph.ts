import { createHmac } from 'node:crypto'
import { formIn, json, type Reply, type Route, type RouteRequest } from '../http/router.ts'
import type { Page } from './memory.ts'
import type { World } from './world.ts'

export type Refused = { code: number; message: string; sub?: number; status?: number; type?: string; transient?: boolean }
/** Meta's own form of an error. */
export const refused = ({ code, message, sub, status = 400, type = 'OAuthException', transient }: Refused): Reply =>
  json(
    {
      error: {
        message,
        type,
        code,
        ...(sub === undefined ? {} : { error_subcode: sub }),
        ...(transient === undefined ? {} : { is_transient: transient }),
        fbtrace_id: 'AbCdEfGhIjK',
      },
    },
    status,
  )

/** What goes wrong: the next calls, one each; or all of them, as nobody is there; or so many of the next buttons are made, and nobody hears of it. */
export type Faults = { next: Refused[]; down: boolean; lost: number }
type Fields = URLSearchParams
type Known = NonNullable<ReturnType<World['token']>>

const fieldsOf = (request: RouteRequest): Fields => (request.method === 'POST' ? formIn(request) : request.query)
const bearer = (request: RouteRequest, fields: Fields): string =>
  /^Bearer (\S+)$/.exec(request.headers.authorization ?? '')?.[1] ?? fields.get('access_token') ?? ''

const noObject = (id: string): Reply =>
  refused({
    code: 100,
    sub: 33,
    type: 'GraphMethodException',
    message: `Unsupported request. Object with ID '${id}' does not exist, cannot be loaded due to missing permissions, or does not support this operation.`,
  })

/** Whose word it is, or why it is none. */
const knownBy = (world: World, request: RouteRequest): { known: Known } | { reply: Reply } => {
  const fields = fieldsOf(request)
  const text = bearer(request, fields)
  const known = world.token(text)
  if (!text)
    return { reply: refused({ code: 2500, message: 'An active access token must be used to query information about the current user.' }) }
  if (!known) return { reply: refused({ code: 190, message: 'Invalid OAuth access token - Cannot parse access token', status: 401 }) }
  if (known.expiresAt <= Date.now())
    return { reply: refused({ code: 190, sub: 463, message: 'Error validating access token: Session has expired.', status: 401 }) }
  const proof = fields.get('appsecret_proof')
  const app = world.app(known.appId)
  if (!app || (proof !== null && proof !== createHmac('sha256', app.secret).update(text).digest('hex')))
    return { reply: refused({ code: 100, message: 'Invalid appsecret_proof provided in the API argument', type: 'GraphMethodException' }) }
  return { known }
}

const exchange = (world: World, fields: Fields): Reply => {
  const app = world.app(fields.get('client_id'))
  if (!app) return refused({ code: 101, message: 'Error validating application. Cannot get application info due to a system error.' })
  if (fields.get('client_secret') !== app.secret) return refused({ code: 1, message: 'Error validating client secret.' })
  if (fields.get('grant_type') === 'fb_exchange_token') {
    const short = world.token(fields.get('fb_exchange_token') ?? '')
    if (!short || short.appId !== app.id) return refused({ code: 190, message: 'Invalid OAuth access token.', status: 401 })
    return json({ access_token: world.giveLong(app.id, short.personId).text, token_type: 'bearer', expires_in: 5_183_944 })
  }
  const code = world.spendCode(fields.get('code') ?? '')
  if (!code || code.appId !== app.id) return refused({ code: 100, sub: 36_009, message: 'This authorization code has been used.' })
  if (code.redirectUri !== fields.get('redirect_uri'))
    return refused({
      code: 100,
      sub: 36_008,
      message:
        'Error validating verification code. Please make sure your redirect_uri is identical to the one you used in the OAuth dialog request',
    })
  return json({ access_token: world.giveShort(app.id, code.personId).text, token_type: 'bearer', expires_in: 5400 })
}

const accounts = (world: World, known: Known, fields: Fields): Reply => {
  const limit = Math.min(Number(fields.get('limit') ?? 25), 100)
  const all = world.pagesOf(known)
  const from = Number(fields.get('after') ?? 0)
  const data = all.slice(from, from + limit).map(({ id, name }) => ({ id, name, access_token: world.givePage(known, id).text }))
  const end = from + data.length
  const paging = { cursors: { before: String(from), after: String(end) }, ...(end < all.length ? { next: `?after=${end}` } : {}) }
  return json({ data, ...(data.length ? { paging } : {}) })
}

const put = (world: World, page: Page, fields: Fields): Reply => {
  const url = URL.parse(fields.get('web_url') ?? '')
  if (fields.get('type') !== 'BOOK_NOW' || fields.get('web_destination_type') !== 'WEBSITE' || !url)
    return refused({ code: 100, message: '(#100) Param web_url must be a valid URL' })
  page.button = { id: page.button?.id ?? world.newId(), pageId: page.id, type: 'BOOK_NOW', url: url.href }
  world.save()
  return json({ id: page.button.id })
}

const pageWith = (world: World, buttonId: string): Page | undefined =>
  Array.from(world.pages.values()).find(({ button }) => button?.id === buttonId)

const onButton = (world: World, known: Known, request: RouteRequest): Reply => {
  const id = request.params['id']!
  const page = pageWith(world, id)
  if (!page?.button || known.pageId !== page.id) return noObject(id)
  if (request.method === 'GET') return json({ id, web_url: page.button.url, type: page.button.type })
  if (request.method === 'DELETE') page.button = null
  else page.button = { ...page.button, url: formIn(request).get('web_url') ?? page.button.url }
  world.save()
  return json({ success: true })
}

/** As much of the Graph API as a booking button needs, with Meta's errors. */
export const graphRoutes = (world: World, faults: Faults): Route[] => {
  const present =
    (act: Route['act']): Route['act'] =>
    (request) =>
      faults.down ? 'cut' : act(request)
  const asked =
    (act: (known: Known, request: RouteRequest) => Reply): Route['act'] =>
    (request) => {
      const fault = faults.next.shift()
      if (fault) return refused(fault)
      const found = knownBy(world, request)
      return 'reply' in found ? found.reply : act(found.known, request)
    }
  const onPage = asked((known, request) => {
    const page = world.pages.get(request.params['id']!)
    if (!page || known.pageId !== page.id) return refused({ code: 200, message: '(#200) Permissions error', status: 403 })
    if (request.method === 'POST') {
      const made = put(world, page, formIn(request))
      return faults.lost-- > 0 ? 'cut' : made
    }
    return json({ data: page.button ? [{ id: page.button.id, web_url: page.button.url }] : [] })
  })
  const routes: Route[] = [
    { method: 'POST', path: '/graph/oauth/access_token', act: (request) => exchange(world, formIn(request)) },
    { method: 'GET', path: '/graph/oauth/access_token', act: ({ query }) => exchange(world, query) },
    { method: 'GET', path: '/graph/me', act: asked(({ appId, personId }) => json({ id: world.scoped(appId, personId) })) },
    { method: 'GET', path: '/graph/me/accounts', act: asked((known, request) => accounts(world, known, request.query)) },
    {
      method: 'DELETE',
      path: '/graph/:id/permissions',
      act: asked(({ appId, personId }, { params }) => {
        if (params['id'] !== 'me' && params['id'] !== world.scoped(appId, personId)) return noObject(params['id']!)
        world.drop(appId, personId)
        return json({ success: true })
      }),
    },
    { method: 'POST', path: '/graph/:id/call_to_actions', act: onPage },
    { method: 'GET', path: '/graph/:id/call_to_actions', act: onPage },
    ...(['GET', 'POST', 'DELETE'] as const).map((method) => ({
      method,
      path: '/graph/:id',
      act: asked((known, request) => onButton(world, known, request)),
    })),
  ]
  return routes.map((route) => ({ ...route, act: present(route.act) }))
}
