import { randomUUID } from 'node:crypto'
import type { byApi } from './by-api.ts'

/** A reservation system that keeps no list of its venues: who runs the platform is believed about their ids. */
export const aPlainSystem = (call: Awaited<ReturnType<typeof byApi>>): Promise<{ id: string; name: string }> => {
  const code = `plain-${randomUUID().slice(0, 8)}`
  return call<{ id: string; name: string }>('POST', '/v1/systems', { code, name: `Plain ${code}`, type: 'standard', active: true })
}
