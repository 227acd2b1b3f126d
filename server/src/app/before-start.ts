import { randomBytes } from 'node:crypto'
import { mkdir, rm, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { type Config, ConfigError } from '#src/platform/config.ts'

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | null)?.code ?? ''

const portFaults: Record<string, (where: string, port: number) => string> = {
  EADDRINUSE: (where, port) =>
    `Port ${port} is taken: another program listens on ${where}. Stop it, or name another port with --port or PORT.`,
  EACCES: (where, port) => `No right to listen on ${where}: ports below 1024 are for root. Name another than ${port} with --port or PORT.`,
  EADDRNOTAVAIL: (where) =>
    `This machine has no address ${where.slice(0, where.lastIndexOf(':'))}. Name one it has with --host or HOST (0.0.0.0 = all).`,
  ENOTFOUND: (where) => `${where} is no address of this machine. Name one it has with --host or HOST (0.0.0.0 = all).`,
}

/** Checked before a database is created: a taken port. */
const requirePort = ({ host, port }: Config): Promise<void> =>
  new Promise((resolve, reject) => {
    const trial = createServer()
    trial.once('error', (error) => {
      const sentence = portFaults[codeOf(error)]
      reject(sentence ? new ConfigError(sentence(`${host}:${port}`, port)) : error)
    })
    trial.listen({ host, port, exclusive: true }, () => trial.close(() => resolve()))
  })

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_000_000)} MB`

/** With a full disk a database fails to start, with a dozen lines of log. */
const fullText = async (folder: string): Promise<string> => {
  const free = await statfs(folder).then(
    ({ bavail, bsize }) => ` (${megabytes(bavail * bsize)} free)`,
    () => '',
  )
  return `The disk of the data folder ${folder} is full${free}. Make room on it and start again; whatever was confirmed is kept.`
}

export const folderFault = async (folder: string, error: unknown): Promise<ConfigError | undefined> => {
  const code = codeOf(error)
  const message = (error as Error | null)?.message ?? ''
  if (code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || /No space left on device|Disk quota exceeded/.test(message))
    return new ConfigError(await fullText(folder))
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return new ConfigError(
      `No right to write in the data folder ${folder} (${message}). Start as its owner, or name another folder with --data.`,
    )
  if (code === 'ENOTDIR' || code === 'EEXIST')
    return new ConfigError(`The data folder ${folder} is not a folder. Name another with --data.`)
  return undefined
}

const requireFolder = async ({ data }: Config): Promise<void> => {
  const trial = join(data, `.start-${randomBytes(6).toString('hex')}`)
  try {
    await mkdir(data, { recursive: true })
    // As much as the database's own first words take.
    await writeFile(trial, Buffer.alloc(65_536))
  } catch (error) {
    throw (await folderFault(data, error)) ?? error
  } finally {
    await rm(trial, { force: true }).catch(() => undefined)
  }
}

/** Pre-flight checks: what would make a start fail half way, in one sentence. */
export const requireStartConditions = async (config: Config, mode: 'serve' | 'work'): Promise<void> => {
  if (mode === 'serve' && config.port !== 0) await requirePort(config)
  await requireFolder(config)
}
