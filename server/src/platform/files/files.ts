import { fileURLToPath } from 'node:url'
import { join } from 'node:path'
import { type Config, ConfigError } from '../config.ts'
import type { FileStore } from './file-store.ts'
import { folderStore } from './folder-store.ts'
import { s3Store } from './s3-store.ts'

export type { FileStore }

/** FILES_URL: an S3-compatible bucket (`https://host/bucket`) or a folder (`file:///folder`); else `files` in the data folder. */
export const makeFileStore = (config: Config): FileStore => {
  const { filesUrl, s3AccessKeyId, s3SecretAccessKey, s3Region } = config
  if (!filesUrl) return folderStore(join(config.data, 'files'))
  if (filesUrl.startsWith('file:')) return folderStore(folderOf(filesUrl))
  if (!s3AccessKeyId || !s3SecretAccessKey)
    throw new ConfigError('FILES_URL names a bucket: S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY are needed too')
  return s3Store({ url: filesUrl, accessKeyId: s3AccessKeyId, secretAccessKey: s3SecretAccessKey, region: s3Region })
}

const folderOf = (url: string): string => {
  try {
    return fileURLToPath(url)
  } catch {
    throw new ConfigError('FILES_URL: a folder is written with three slashes, file:///srv/tablewire/files')
  }
}
