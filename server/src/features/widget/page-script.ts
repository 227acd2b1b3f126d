import { readFile, stat } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'

const manifest = fileURLToPath(new URL('../../../../widget/dist/manifest.json', import.meta.url))

/** Cache of the built script's name; read again after a new build. */
let cached: { changedMs: number; name: string | undefined } | undefined

/** Where the page's script is; without a build the page does without. */
export const pageScript = async (): Promise<string | undefined> => {
  const found = await stat(manifest).catch(() => undefined)
  if (!found) return undefined
  if (cached?.changedMs !== found.mtimeMs) {
    const files = JSON.parse(await readFile(manifest, 'utf8')) as Record<string, { file: string } | undefined>
    cached = { changedMs: found.mtimeMs, name: files['src/main.ts']?.file }
  }
  return cached.name && `/book/${cached.name}`
}
