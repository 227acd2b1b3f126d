import type { FastifyInstance } from 'fastify'
import { fetchAttachment, messagePhrases, readCopies, setCopies } from '#src/features/onboarding-messages/api.ts'
import { systemClock } from '#src/platform/clock.ts'
import type { AppContainer } from './ports.ts'
import { stopPage } from './stop-page.ts'

type DownloadRequest = { Params: { id: string }; Querystring: { until?: unknown; signature?: unknown } }
const word = (value: unknown): string => (typeof value === 'string' ? value : '')
/** RFC 6266, 8187: for old programs without what is not ASCII, for all others as it is called. */
const disposition = (name: string): string =>
  `attachment; filename="${name.replace(/[^\x20-\x7e]|["\\%]/g, '_')}"; filename*=UTF-8''${encodeURIComponent(name).replace(/['()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)}`

const { en, es, fr, de, nl } = messagePhrases

/** Files of messages, to be kept and never shown by the browser; and where copies of messages are ended. */
export const onboardingLinks = (app: FastifyInstance, { db, ports, systemCtx }: AppContainer): void => {
  app.get<DownloadRequest>('/v1/onboarding-attachments/:id/file', async (request, reply) => {
    const { until, signature } = request.query
    const link = { id: request.params.id, until: word(until), signature: word(signature) }
    const { body, contentType, name } = await fetchAttachment({ db, ports, clock: systemClock }, link)
    return reply
      .header('content-type', contentType.startsWith('text/') ? `${contentType}; charset=utf-8` : contentType)
      .header('content-disposition', disposition(name))
      .header('x-content-type-options', 'nosniff')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cache-control', 'private, no-store')
      .header('referrer-policy', 'no-referrer')
      .send(body)
  })
  stopPage(app, () => systemCtx('onboarding.copies'), {
    path: '/v1/onboarding-messages/copies/:id',
    words: { en: en.stop, es: es.stop, fr: fr.stop, de: de.stop, nl: nl.stop },
    read: readCopies,
    set: setCopies,
  })
}
