import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { Plugin } from 'vite'

/** Compressed once here instead of at every request; the server sends the files as they lie. */
export const compressed = (): Plugin => ({
  name: 'tablewire-compressed',
  apply: 'build',
  writeBundle: async ({ dir = 'dist' }, bundle) => {
    const brotli = (text: Buffer): Promise<Buffer> => promisify(brotliCompress)(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } })
    for (const name of Object.keys(bundle).filter((file) => /^assets\/.*\.(js|css|svg)$/.test(file))) {
      const text = await readFile(join(dir, name))
      if (text.length < 1024) continue
      await Promise.all([
        promisify(gzip)(text, { level: 9 }).then((small) => writeFile(join(dir, `${name}.gz`), small)),
        brotli(text).then((small) => writeFile(join(dir, `${name}.br`), small)),
      ])
    }
  },
})
