import type { FastifyInstance } from 'fastify'
import { readReceiving, reportPhrases, setReceiving } from '#src/features/reports/api.ts'
import type { AppContainer } from './ports.ts'
import { stopPage } from './stop-page.ts'

const { en, es, fr, de, nl } = reportPhrases

/** Where a reader ends a report. */
export const reportStop = (app: FastifyInstance, { systemCtx }: AppContainer): void =>
  stopPage(app, () => systemCtx('reports.stop'), {
    path: '/v1/analytics/reports/stop/:id',
    words: { en: en.stop, es: es.stop, fr: fr.stop, de: de.stop, nl: nl.stop },
    read: (ctx, { id, signature }) => readReceiving(ctx, { recipientId: id, signature }),
    set: (ctx, { id, signature }, stopped) => setReceiving(ctx, { recipientId: id, signature }, stopped),
  })
