import { newId } from '@tablewire/server/platform/id'
import type {} from '@tablewire/server/features/meta/meta-rows'
import type { Db } from '@tablewire/server/platform/db/schema'
import type { Secrets } from '@tablewire/server/platform/secrets/secrets'
import { randomInt } from 'node:crypto'

export type TestMetaApp = { id: string; appId: string; secret: string }
type Rows = { db: Db; secrets: Secrets }
type Addresses = { graphUrl: string | null; dialogUrl: string | null }

/** An app as it stands in the database: the installation's, unless a company is named. */
export const aMetaApp = async (
  { db, secrets }: Rows,
  { companyId = null, ...addresses }: { companyId?: string | null } & Partial<Addresses> = {},
): Promise<TestMetaApp> => {
  const app = { id: newId(), appId: `4${randomInt(10 ** 9, 10 ** 10)}`, secret: 'f00dfeedf00dfeedf00dfeedf00dfeed' }
  const now = new Date().toISOString()
  await db
    .insertInto('metaApps')
    .values({
      id: app.id,
      companyId,
      name: 'Bookings',
      appId: app.appId,
      secretSealed: secrets.seal(app.secret),
      secretSetAt: now,
      graphUrl: null,
      dialogUrl: null,
      ...addresses,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  return app
}

/** A venue's page, as after a sign-in. */
export const aMetaInstall = async (
  { db, secrets }: Rows,
  { appId, companyId, venueId }: { appId: string; companyId: string; venueId: string },
): Promise<string> => {
  const id = newId()
  await db
    .insertInto('metaInstalls')
    .values({
      id,
      companyId,
      groupId: null,
      venueId,
      appId,
      state: 'connected',
      pageId: String(randomInt(10 ** 9, 10 ** 10)),
      pageName: 'A page',
      metaUserId: '1234567890',
      userTokenSealed: secrets.seal('user token'),
      pageTokenSealed: secrets.seal('page token'),
      host: 'localhost',
      buttonId: null,
      buttonUrl: null,
      problem: null,
      problemSaid: null,
      connectedBy: newId(),
      connectedByName: 'Ada Example',
      connectedAt: new Date().toISOString(),
      endedBy: null,
    })
    .execute()
  return id
}
