import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aChannel } from '../../../../tests/build/a-channel.ts'
import { aCtx, aDb, type OpenDb, recordingPorts } from '../../../../tests/build/a-ctx.ts'
import { aGoogleAccount } from '../../../../tests/build/a-google-account.ts'
import { folderStore } from '#src/platform/files/folder-store.ts'
import { newId } from '#src/platform/id.ts'
import { keepingSink, keptFiles } from './keep-files.ts'

let open: OpenDb
const store = mkdtempSync(join(tmpdir(), 'tablewire-kept-files-'))
beforeAll(async () => {
  open = await aDb()
})
afterAll(async () => {
  await open.close()
  rmSync(store, { recursive: true })
})

test('GO1: whoever has lost a feed without knowing it yet spoils nothing of what its successor writes', async () => {
  const { db } = open
  const ctx = aCtx(db, { ports: { ...recordingPorts().ports, files: folderStore(store) } })
  const account = await aGoogleAccount(db, { channelId: (await aChannel(db)).id })
  const [id, before, after] = [newId(), newId(), newId()]
  const now = ctx.clock().toString()
  const feed = {
    id,
    accountId: account.id,
    kind: 'merchants',
    dueOn: '2026-10-24',
    state: 'writing',
    errors: '[]',
    leftOut: '[]',
    nextAt: now,
    createdAt: now,
  } as const
  await db
    .insertInto('googleFeeds')
    .values({ ...feed, leaseBy: before, leaseUntil: now })
    .execute()
  const old = keepingSink(ctx, { id, leaseBy: before }, `google-feeds/${id}/1`)
  await old.begin(0, 'old.json.gz')
  await old.put(0, Buffer.from('old'))
  await db.updateTable('googleFeeds').set({ leaseBy: after }).where('id', '=', id).execute()
  // Its first row came after the successor had cleared what was there.
  const its = keepingSink(ctx, { id, leaseBy: after }, `google-feeds/${id}/2`)
  await its.begin(0, 'its.json.gz')
  await its.put(0, Buffer.from('its'))
  await old.put(0, Buffer.from('old'))
  await old.end({ shard: 0, name: 'old.json.gz', bytes: 6, records: 9, sha256: 'old' })
  await expect(old.begin(1, 'old-1.json.gz')).rejects.toThrow('another process makes this feed')
  await its.end({ shard: 0, name: 'its.json.gz', bytes: 3, records: 1, sha256: 'its' })
  expect(await keptFiles(ctx, id)).toEqual([
    expect.objectContaining({ name: 'its.json.gz', folder: `google-feeds/${id}/2/0`, pieces: 1, bytes: 3 }),
  ])
})
