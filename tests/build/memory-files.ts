import type { Ports } from '@tablewire/server/platform/ctx'

/** Files kept in memory, to be looked at. */
export const memoryFiles = () => {
  const kept = new Map<string, { body: Buffer; contentType: string }>()
  const files: Ports['files'] = {
    put: async (key, body, contentType) => void kept.set(key, { body, contentType }),
    get: async (key) => kept.get(key),
    remove: async (key) => void kept.delete(key),
  }
  return { files, kept }
}
