import { type Google as GoogleMap, usualPartnerId } from '../../sandbox/src/google/serve-google.ts'
import { aUser } from '../build/a-user.ts'
import type { Google as Caller } from './a-google.ts'
import type { Shop } from './a-shop.ts'

/** The map asks and books at this shop's account. */
export const connectMap = (
  map: GoogleMap,
  shop: Shop,
  { key, username, password }: Pick<Caller, 'key' | 'username' | 'password'>,
): void => {
  const { port } = shop.app.server.address() as { port: number }
  map.connect({ server: `http://127.0.0.1:${port}/google/${key}`, username, password })
}

/** Tells an account where this Google of ours is, for its feeds as well if wanted; answers the administrator's token. */
export const pointAtMap = async (map: GoogleMap, shop: Shop, { id, feeds = false }: { id: string; feeds?: boolean }): Promise<string> => {
  const token = await shop.signIn(await aUser(shop.container.db, { roles: ['ROLE_SUPER_ADMIN', 'ROLE_ADMIN'] }))
  const { users, port, fingerprint, privateKey } = map.feeds
  const host = {
    sftpUrl: '127.0.0.1',
    sftpPort: port,
    sftpHostKey: fingerprint,
    sftpUsers: { merchants: users.merchants, service: users.services, availability: users.availability, generic: null },
    sftpPrivateRsaKey: privateKey,
  }
  const answer = await shop.ask({
    method: 'PUT',
    url: `/v1/google/accounts/${id}`,
    token,
    body: { partnerId: usualPartnerId, apiUrl: map.origin, oauthKey: JSON.stringify(map.keyFile), ...(feeds ? host : {}) },
  })
  if (answer.statusCode !== 200) throw new Error(answer.body)
  return token
}

export type MapPage = { status: number; text: string; location: string }
export type Visitor = (path: string, form?: Record<string, string>) => Promise<MapPage>
/** One person's browser: it keeps the cookie, and follows no redirect by itself. */
export const aVisitor = (map: GoogleMap): Visitor => {
  let cookie = ''
  return async (path, form) => {
    const answer = await fetch(`${map.origin}${path}`, {
      redirect: 'manual',
      headers: { cookie },
      ...(form ? { method: 'POST', body: new URLSearchParams(form) } : {}),
    })
    cookie = answer.headers.get('set-cookie')?.split(';')[0] ?? cookie
    return { status: answer.status, text: await answer.text(), location: answer.headers.get('location') ?? '' }
  }
}
