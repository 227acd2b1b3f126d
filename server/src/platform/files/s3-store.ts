import { createHash } from 'node:crypto'
import { AwsClient } from 'aws4fetch'
import type { FileStore } from './file-store.ts'
import { checkContentType, checkKey } from './key.ts'

export type S3Options = { url: string; accessKeyId: string; secretAccessKey: string; region: string; timeoutMs?: number }

/** The bucket refused; status and S3's own code, nothing of the file. */
export class FileStoreError extends Error {
  override name = 'FileStoreError'
}

const codeIn = (xml: string): string => /<Code>(\w{1,80})<\/Code>/.exec(xml)?.[1] ?? 'no code'

/** `url` is path-style: `https://host/bucket`, optionally with a folder in the bucket. */
export const s3Store = ({ url, accessKeyId, secretAccessKey, region, timeoutMs = 30_000 }: S3Options): FileStore => {
  const client = new AwsClient({ accessKeyId, secretAccessKey, region, service: 's3', retries: 3, initRetryMs: 100 })
  const base = url.replace(/\/+$/, '')
  const call = async (method: 'PUT' | 'GET' | 'DELETE', key: string, sent?: { body: Buffer; contentType: string }): Promise<Response> =>
    client.fetch(`${base}/${checkKey(key)}`, {
      method,
      signal: AbortSignal.timeout(timeoutMs),
      // With the digest of the body in the signature the bucket notices every changed byte.
      headers: {
        'x-amz-content-sha256': createHash('sha256')
          .update(sent?.body ?? '')
          .digest('hex'),
        ...(sent ? { 'content-type': sent.contentType } : {}),
      },
      ...(sent ? { body: new Uint8Array(sent.body) } : {}),
    })
  const refuse = async (answer: Response): Promise<never> => {
    throw new FileStoreError(`the bucket answered ${answer.status} (${codeIn(await answer.text())})`)
  }
  return {
    put: async (key, body, contentType) => {
      const answer = await call('PUT', key, { body, contentType: checkContentType(contentType) })
      if (!answer.ok) await refuse(answer)
      await answer.body?.cancel()
    },
    get: async (key) => {
      const answer = await call('GET', key)
      if (answer.status === 404) {
        const code = codeIn(await answer.text())
        if (code === 'NoSuchBucket') throw new FileStoreError('the bucket does not exist')
        return undefined
      }
      if (!answer.ok) await refuse(answer)
      return {
        body: Buffer.from(await answer.arrayBuffer()),
        contentType: answer.headers.get('content-type') ?? 'application/octet-stream',
      }
    },
    remove: async (key) => {
      const answer = await call('DELETE', key)
      if (!answer.ok && answer.status !== 404) await refuse(answer)
      await answer.body?.cancel()
    },
  }
}
