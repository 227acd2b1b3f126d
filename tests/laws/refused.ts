import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { general, ProblemBody } from '@tablewire/contracts/kit/problem'
import type { LightMyRequestResponse } from 'fastify'
import { expect } from 'vitest'
import { z } from 'zod/mini'

/** Every refusal of every law passes here: the one body, and a code its endpoint declares. */
export const refused = (endpoint: Endpoint, answer: LightMyRequestResponse, status: number): void => {
  expect(answer.statusCode, `${endpoint.id}: ${answer.body}`).toBe(status)
  const body = z.parse(ProblemBody, answer.json())
  expect([...general, ...endpoint.errors] as string[], endpoint.id).toContain(body.code)
}
