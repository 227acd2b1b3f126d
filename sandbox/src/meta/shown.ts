import { page } from '../http/page.ts'
import { html, type Reply } from '../http/router.ts'

const site = 'Sandbook'
const nav = [
  ['/', 'Pages'],
  ['/settings/apps', 'Allowed apps'],
  ['/developers', 'Developers'],
] as const

/** A page of this site. The form of the dialog leads on to another site, which the browser holds to this rule as well. */
export const shown = (title: string, body: string, { status = 200, formTo = '' } = {}): Reply => {
  const reply = html(page({ title, site, nav }, body), status)
  if (typeof reply === 'string') return reply
  const policy = `default-src 'none'; style-src 'unsafe-inline'; form-action 'self' ${formTo}; base-uri 'none'; frame-ancestors 'none'`
  return { ...reply, headers: { ...reply.headers, 'content-security-policy': policy } }
}
