import type { Lang } from '@tablewire/contracts/wire'

declare module 'fastify' {
  interface FastifyRequest {
    /** Language of the answer, known once the caller is. */
    lang: Lang
  }
  interface FastifyContextConfig {
    endpointId?: string
  }
}
