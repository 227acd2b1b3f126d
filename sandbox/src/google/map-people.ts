import { randomBytes } from 'node:crypto'
import type { Reply, RouteRequest } from '../http/router.ts'
import { mostParty, problemPage } from './map-pages.ts'
import type { Person } from './messages.ts'

/** Whoever comes without a cookie is somebody new. */
export const userOf = ({ headers }: RouteRequest): { id: string; headers: Record<string, string> } => {
  const known = /(?:^|;\s*)google_user=(\d{21})(?:;|$)/.exec(headers.cookie ?? '')?.[1]
  const id = known ?? `1${(BigInt(`0x${randomBytes(12).toString('hex')}`) % 10n ** 20n).toString().padStart(20, '0')}`
  return { id, headers: known ? {} : { 'set-cookie': `google_user=${id}; Path=/; HttpOnly; SameSite=Lax; Max-Age=31536000` } }
}
export const withCookie = (reply: Reply, headers: Record<string, string>): Reply =>
  typeof reply === 'string' ? reply : { ...reply, headers: { ...reply.headers, ...headers } }

export const noPlace = (): Reply => problemPage('There is no such place.', ['/', 'All places'], 404)
export const sizeIn = (text: string | null): number => Math.min(mostParty, Math.max(1, Math.trunc(Number(text ?? 2)) || 2))

export const nobody = (id: string): Person => ({ user_id: id, given_name: '', family_name: '', telephone: '', email: '' })
