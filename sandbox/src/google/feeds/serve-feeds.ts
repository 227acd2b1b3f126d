import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import ssh2 from 'ssh2'
import type { Faults } from '../../rms/faults.ts'
import type { FeedDesk } from './feed-desk.ts'
import { feedKinds, type FeedKind } from './feed-scan.ts'
import { serveSftp } from './sftp-server.ts'

export type FeedUsers = Readonly<Record<FeedKind | 'generic', string>>
export const usualFeedUsers: FeedUsers = {
  merchants: 'feeds-mer8d1',
  services: 'feeds-svc4k2',
  availability: 'feeds-ava3q7',
  generic: 'feeds-gen5m9',
}
export type FeedAccess = { port: number; fingerprint: string; users: FeedUsers; privateKey: string }
export type Feeds = { access: FeedAccess; close(): Promise<void> }
type Options = { port: number; host: string; keep: string | undefined; desk: FeedDesk; faults: Faults; publicKeys: () => readonly string[] }

type KeyPair = { private: string; public: string }
/** A key that a partner may use who has none: a demo cannot paste one into the page for partners. */
const keptPair = (file: string | undefined): KeyPair => {
  if (file !== undefined && existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as KeyPair
  const pair = ssh2.utils.generateKeyPairSync('rsa', { bits: 2048 })
  if (file !== undefined) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, JSON.stringify(pair), { mode: 0o600 })
  }
  return pair
}

/** The dropboxes: one user for each kind of feed. What arrives whole goes to the desk and is not kept after that. */
export const serveFeeds = async ({ port, host, keep, desk, faults, publicKeys }: Options): Promise<Feeds> => {
  const folder = keep === undefined ? await mkdtemp(join(tmpdir(), 'tablewire-feeds-')) : join(keep, 'feeds')
  const pair = keptPair(keep === undefined ? undefined : join(keep, 'google-sftp-key.json'))
  const kindOf = (user: string): FeedKind | undefined => feedKinds.find((kind) => usualFeedUsers[kind] === user)
  const sftp = await serveSftp({
    port,
    host,
    keyFile: keep === undefined ? undefined : join(keep, 'google-host-key'),
    faults,
    publicKeys: () => [pair.public, ...publicKeys()],
    dropbox: (user) => {
      const kind = kindOf(user)
      return (
        kind && {
          user,
          folder: join(folder, kind),
          arrived: (file) => void desk.take(kind, file).finally(() => rmSync(file.path, { force: true })),
        }
      )
    },
  })
  return {
    access: { port: sftp.port, fingerprint: sftp.fingerprint, users: usualFeedUsers, privateKey: pair.private },
    close: async () => {
      await sftp.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
