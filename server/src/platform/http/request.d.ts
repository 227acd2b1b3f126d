import type { Lang } from '@tablewire/contracts/kit/wire'

declare module 'fastify' {
  interface FastifyRequest {
    /** Language of the answer, known once the caller is. */
    lang: Lang
  }
  interface FastifyContextConfig {
    endpointId?: string
    /** A health endpoint: answers also when nothing else is answered. */
    probe?: boolean
    /** The endpoint's own rate limit, apart from the caller's. */
    callsPerMinute?: number | undefined
  }
}
