import type { TextDialect } from '@tablewire/contracts/channels/text-gateways'
import type {} from '@tablewire/server/features/text-port/gateway-rows'
import type { Db } from '@tablewire/server/platform/db/schema'
import { newId } from '@tablewire/server/platform/id'
import type { Secrets } from '@tablewire/server/platform/secrets/secrets'

export type TestGateway = { id: string; secret: string }
type Given = { companyId?: string | null; dialect?: TextDialect; url?: string | null; secret?: string }

/** A text gateway as it stands in the database: the installation's, unless a company is named. */
export const aTextGateway = async ({ db, secrets }: { db: Db; secrets: Secrets }, given: Given = {}): Promise<TestGateway> => {
  const { companyId = null, dialect = 'http', url = null, secret = 'a secret of twenty signs'.replaceAll(' ', '-') } = given
  const id = newId()
  const now = new Date().toISOString()
  const sealed = dialect === 'log' ? { secretSealed: null, secretSetAt: null } : { secretSealed: secrets.seal(secret), secretSetAt: now }
  await db
    .insertInto('textGateways')
    .values({
      id,
      companyId,
      name: 'Texts',
      dialect,
      url,
      sender: '+4930000000',
      username: 'hub',
      ...sealed,
      createdAt: now,
      updatedAt: now,
    })
    .execute()
  return { id, secret }
}
