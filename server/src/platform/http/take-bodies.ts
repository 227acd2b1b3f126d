import formbody from '@fastify/formbody'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../problem.ts'
import { isTooDeep } from './json-depth.ts'

/**
 * Bodies there are: JSON and forms. Fastify would accept plain text too; nothing here is sent so. Many clients name a type with every call, also where
 * there is no body.
 */
export const takeBodies = async (app: FastifyInstance, bodyLimit: number): Promise<void> => {
  app.removeContentTypeParser('text/plain')
  const parse = app.getDefaultJsonParser('error', 'error')
  app.removeContentTypeParser('application/json')
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit }, (request, text, done) => {
    if (text === '') done(null)
    else if (isTooDeep(text as string)) done(new Problem('request.malformed'))
    else void parse(request, text as string, done)
  })
  await app.register(formbody, { bodyLimit })
}
