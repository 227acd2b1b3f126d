import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import type { Html } from '#src/features/venue-pages/api.ts'

/** Nothing but the page's own style and the brand's pictures. A form is sent here, and `formTo`: browsers hold the redirect that follows to it as well. */
const policyOf = (style: string, formTo = ''): string =>
  `default-src 'none'; img-src 'self' data:; style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'; base-uri 'none'; form-action 'self'${formTo && ` ${formTo}`}; frame-ancestors 'none'`

type PublicPage = { status: number; html: Html; formTo?: string | undefined }
/** A page without script that anybody may see who has its address, and that is kept nowhere. */
export const sendPublicPage = (reply: FastifyReply, { status, html: { text, style }, formTo }: PublicPage): FastifyReply =>
  reply
    .code(status)
    .header('content-type', 'text/html; charset=utf-8')
    .header('content-security-policy', policyOf(style, formTo))
    .header('cache-control', 'no-store')
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow')
    .send(text)
