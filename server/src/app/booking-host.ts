import type { FastifyInstance } from 'fastify'
import { pagePhrases } from '#src/features/guest-page/api.ts'
import { langOf } from '#src/platform/http/mount.ts'
import type { AppContainer } from './ports.ts'

/** What guests open: booking and what follows from it, reviews, pages of restaurants with their pictures; and whether somebody is at home. */
const ofGuests = /^\/(?:book(?:\?|$)|(?:book|b|feedback|r|brand-pictures|listing-photos)\/|widget\.js(?:\?|$)|healthz$|readyz$)/

/** Under the host name of guests' pages there is nothing else: no portal, no sign-in, no API. */
export const bookingHost = (app: FastifyInstance, { config }: AppContainer): void => {
  const { publicBookingUrl, publicUrl } = config
  const host = publicBookingUrl && new URL(publicBookingUrl).host
  if (!host || (publicUrl && new URL(publicUrl).host === host)) return
  app.addHook('onRequest', async (request, reply) => {
    if (request.host.toLowerCase() !== host || ofGuests.test(request.url)) return undefined
    const { gone } = pagePhrases[langOf(request)]
    return reply.code(404).header('cache-control', 'no-store').type('text/plain; charset=utf-8').send(`${gone.title}. ${gone.text}\n`)
  })
}
