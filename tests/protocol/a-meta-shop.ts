import { sql } from 'kysely'
import type { MetaPlace } from '@tablewire/contracts/channels/meta'
import { type Meta, serveMeta } from '../../sandbox/src/meta/serve-meta.ts'
import { aMetaApp, type TestMetaApp } from '../build/a-meta.ts'
import { aUser } from '../build/a-user.ts'
import { aVenue, type TestVenue, type VenueOverrides } from '../build/a-venue.ts'
import { aShop, type Shop } from './a-shop.ts'

/** A browser with its cookies: it follows nothing by itself. */
export type Browser = {
  go: (url: string, form?: Record<string, string>) => Promise<{ status: number; text: string; location: string | null; headers: Headers }>
}
export const aBrowser = (): Browser => {
  const jar = new Map<string, string>()
  return {
    go: async (url, form) => {
      const cookie = Array.from(jar, ([name, value]) => `${name}=${value}`).join('; ')
      const answer = await fetch(url, {
        method: form ? 'POST' : 'GET',
        redirect: 'manual',
        headers: cookie ? { cookie } : {},
        ...(form ? { body: new URLSearchParams(form) } : {}),
      })
      for (const one of answer.headers.getSetCookie()) {
        const [name, value] = one.split(';')[0]!.split('=') as [string, string]
        jar.set(name, value)
      }
      return { status: answer.status, text: await answer.text(), location: answer.headers.get('location'), headers: answer.headers }
    },
  }
}

type MetaAnswer<T> = { status: number; data: T; code?: string | undefined }
export type MetaShop = {
  shop: Shop
  meta: Meta
  app: TestMetaApp
  origin: string
  platform: string
  call: <T = MetaPlace>(method: string, path: string, asking?: { token?: string; body?: unknown }) => Promise<MetaAnswer<T>>
  openVenue: (overrides?: VenueOverrides) => Promise<TestVenue>
  linkTo: (id: string, kind?: string, token?: string) => Promise<string>
  /** From the link to where Meta sends people back, as that person; nothing of it is opened yet. */
  toCallback: (link: string, person: string, browser?: Browser) => Promise<{ url: string; state: string; browser: Browser }>
  connect: (id: string, person: string, kind?: string) => ReturnType<Browser['go']>
  placeOf: (id: string, kind?: string) => Promise<MetaPlace>
  until: (id: string, holds: (place: MetaPlace) => boolean) => Promise<MetaPlace>
  close: () => Promise<void>
}

export const marta = '10015550000001'
export const jan = '10015550000002'
export const nobody = '10015550000003'

/** A shop with a Meta beside it. */
export const aMetaShop = async (): Promise<MetaShop> => {
  const meta = await serveMeta()
  const shop = await aShop({ work: true, env: { CHANNEL_SERVICES: meta.origin } })
  const { db, ports } = shop.container
  const origin = `http://localhost:${new URL(shop.app.listeningOrigin).port}`
  const app = await aMetaApp({ db, secrets: ports.secrets }, { graphUrl: meta.graphUrl, dialogUrl: meta.dialogUrl })
  meta.addApp({
    id: app.appId,
    name: 'Bookings',
    secret: app.secret,
    redirectUris: [`${origin}/meta/callback`],
    deauthorizeUrl: `${origin}/meta/apps/${app.id}/deauthorize`,
  })
  const platform = await shop.signIn(await aUser(db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
  const call: MetaShop['call'] = async (method, path, { token = platform, body } = {}) => {
    const answer = await fetch(`${origin}${path}`, {
      method,
      headers: { authorization: `Bearer ${token}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
    const { data, code } = (await answer.json()) as { data: never; code?: string }
    return { status: answer.status, data, code }
  }
  const linkTo: MetaShop['linkTo'] = async (id, kind = 'venue', token = platform) =>
    (await call<{ url: string }>('POST', `/v1/meta/places/${id}/link?kind=${kind}`, { token })).data.url
  const toCallback: MetaShop['toCallback'] = async (link, person, browser = aBrowser()) => {
    const begun = await browser.go(link, {})
    if (!begun.location) throw new Error(`the link answered ${begun.status}: ${begun.text}`)
    const asked = Object.fromEntries(new URL(begun.location).searchParams)
    const dialog = await aBrowser().go(begun.location, { ...asked, person, answer: person ? 'yes' : 'no' } as Record<string, string>)
    return { url: dialog.location!, state: asked['state']!, browser }
  }
  const placeOf: MetaShop['placeOf'] = async (id, kind = 'venue') => (await call('GET', `/v1/meta/places/${id}?kind=${kind}`)).data
  return {
    shop,
    meta,
    app,
    origin,
    platform,
    call,
    openVenue: async (overrides) => {
      const venue = await aVenue(db, overrides)
      await sql`insert into listing_profiles (venue_id, booking_url, updated_at) values (${venue.id}, ${`https://book.example/${venue.id}`}, now())`.execute(
        db,
      )
      return venue
    },
    linkTo,
    toCallback,
    connect: async (id, person, kind = 'venue') => {
      const { url, browser } = await toCallback(await linkTo(id, kind), person)
      return browser.go(url)
    },
    placeOf,
    until: async (id, holds) => {
      for (let left = 300; ; left--) {
        const place = await placeOf(id)
        if (holds(place)) return place
        if (!left) throw new Error(`still ${JSON.stringify(place)}`)
        await new Promise((resolve) => void setTimeout(resolve, 50))
      }
    },
    close: async () => {
      await shop.close()
      await meta.close()
    },
  }
}
