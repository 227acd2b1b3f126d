import { join } from 'node:path'
import type { Config } from '#src/platform/config.ts'
import type { Db } from '#src/platform/db/schema.ts'
import type { Logger } from '#src/platform/log.ts'
import { guardedSecrets, isUsed, keysUsed, type KeyStatus, proveKeys } from '#src/platform/secrets/key-standing.ts'
import { loadSecrets, type Secrets } from '#src/platform/secrets/secrets.ts'
import { inWords } from './open-database.ts'

const lostText = 'If it is lost for good: start once with TABLEWIRE_SECRET_LOST=accept. docs/operations/runbook.md says what that means.'

const unproven = ({ secretKey, data }: Config): string =>
  secretKey === undefined
    ? `${join(data, 'secret.key')} is not the key this database was sealed with, or is missing: put its copy back, or give the key as TABLEWIRE_SECRET_KEY, and start again.`
    : 'TABLEWIRE_SECRET_KEY is not the key this database was sealed with: give the earlier one again, and start again. To change it, give both, new,old.'

const tell = (config: Config, log: Logger, { proven, unreadable }: KeyStatus): void => {
  if (!proven) log.error({ unreadable }, `${unproven(config)} Until then nothing sealed can be read, and nothing is sealed. ${lostText}`)
  else if (unreadable.length)
    log.error(
      { unreadable },
      'Some secrets were sealed with a key this server does not have: put that key behind the first in TABLEWIRE_SECRET_KEY, or enter these secrets anew.',
    )
}

/** The keys of this installation, and whether they are those of its database. */
export const openSecrets = async (config: Config, db: Db, log: Logger): Promise<{ secrets: Secrets; standing: KeyStatus }> => {
  const accept = config.secretLost === 'accept'
  const used = !accept && isUsed(await keysUsed(db))
  const loaded = await inWords(config, () => loadSecrets(config, { used }))
  const standing = await proveKeys(db, loaded, { accept })
  tell(config, log, standing)
  return { secrets: guardedSecrets(loaded, standing), standing }
}
