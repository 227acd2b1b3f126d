import { sql } from 'kysely'
import { pinHostKey, sftpSettings, type SftpSettings } from '#src/features/google-accounts/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { SftpFailed, sendFiles } from '#src/platform/net/sftp.ts'
import { keptFiles, piecesOf } from './keep-files.ts'
import { type Feed, stillMine } from './make-feed.ts'
import { userOf } from './plan-feeds.ts'

const timeoutMs = 20_000

/** What keeps a feed in the house, beside what its host says. */
export class NotReady extends Error {
  override name = 'NotReady'
  readonly fault: 'not_set_up' | 'secret_unreadable'
  constructor(fault: NotReady['fault'], message: string) {
    super(message)
    this.fault = fault
  }
}

const keyOf = ({ ports }: Ctx, sealed: string): string => {
  try {
    return ports.secrets.open(sealed)
  } catch {
    throw new NotReady('secret_unreadable', 'sftpPrivateRsaKey')
  }
}

const targetOf = (ctx: Ctx, { host, port, hostKey, users, sealed }: SftpSettings, { kind }: Feed) => {
  const username = users[userOf[kind]]
  if (!host || !sealed || !username)
    throw new NotReady(
      'not_set_up',
      [host || 'sftpUrl', sealed ? '' : 'sftpPrivateRsaKey', username || `sftpUsers.${userOf[kind]}`].join(' '),
    )
  return { host, port, hostKey, username, privateKey: keyOf(ctx, sealed) }
}

/** Sends what of a feed is not there yet, file by file, so that a crash costs the one that was under way. */
export const sendFeed = async (ctx: Ctx, feed: Feed, signal: AbortSignal): Promise<void> => {
  const [settings] = await sftpSettings(ctx, feed.accountId)
  const target = targetOf(ctx, settings!, feed)
  const { config } = ctx.ports
  if (config.outgoing === 'none') throw new SftpFailed('address', 'nothing leaves here')
  const waiting = (await keptFiles(ctx, feed.id)).filter(({ sentAt }) => sentAt === null)
  const onSent = async (name: string): Promise<void> => {
    await ctx.db
      .updateTable('googleFeedFiles')
      .set({ sentAt: ctx.clock().toString() })
      .where('feedId', '=', feed.id)
      .where('name', '=', name)
      .execute()
  }
  const files = waiting.map((file) => ({ name: file.name, pieces: () => piecesOf(ctx, file) }))
  const { hostKey } = await sendFiles(target, files, { origins: config.systemServices, signal, timeoutMs, onSent })
  if (target.hostKey === null) await pinHostKey(ctx, feed.accountId, hostKey)
  await finish(ctx, feed)
}

/** Everything is there. Of the venues, those that this feed did not tell of any more are gone at Google. */
const finish = (ctx: Ctx, feed: Feed): Promise<void> =>
  transaction(ctx, async (inner) => {
    if (!(await stillMine(inner, feed))) return
    const now = inner.clock().toString()
    await inner.db
      .updateTable('googleFeeds')
      .set({ state: 'sent', nextAt: null, endedAt: now, fault: null, faultDetail: null, leaseBy: null, leaseUntil: null })
      .where('id', '=', feed.id)
      .execute()
    if (feed.kind !== 'merchants') return
    await sql`delete from google_merchants where account_id = ${feed.accountId} and feed_id is distinct from ${feed.id}`.execute(inner.db)
    await sql`update google_merchants set sent_at = coalesce(sent_at, ${now}::timestamptz) where feed_id = ${feed.id}`.execute(inner.db)
  })
