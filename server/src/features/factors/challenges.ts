import { sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { newSecret, secretHash } from '#src/platform/id.ts'
import type { ChallengeRecord } from './factor-rows.ts'

export const challengeSeconds = 300
/** Attempts per challenge; then the password has to be verified again. */
const mostTries = 5

type NewChallenge = Pick<ChallengeRecord, 'purpose' | 'userId'> & Partial<Pick<ChallengeRecord, 'sessionKind' | 'longTime'>>

/** A random challenge; the database stores its hash. The same text is what a passkey signs. */
export const openChallenge = async (ctx: Ctx, opened: NewChallenge): Promise<string> => {
  const challenge = newSecret()
  await ctx.db
    .insertInto('signInChallenges')
    .values({ hash: secretHash(challenge), expiresAt: ctx.clock().add({ seconds: challengeSeconds }).toString(), ...opened })
    .execute()
  return challenge
}

type ChallengeQuery = { challenge: string; purpose: ChallengeRecord['purpose'] }

/** Counts an attempt at the challenge; undefined when it is unknown, expired, or was tried too often. */
export const tryChallenge = async (ctx: Ctx, { challenge, purpose }: ChallengeQuery): Promise<ChallengeRecord | undefined> =>
  ctx.db
    .updateTable('signInChallenges')
    .set({ tries: sql`tries + 1` })
    .where('hash', '=', secretHash(challenge))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', ctx.clock().toString())
    .where('tries', '<', mostTries)
    .returningAll()
    .executeTakeFirst()

/** Consumes the challenge; of concurrent requests one gets it. */
export const takeChallenge = async (ctx: Ctx, { challenge, purpose }: ChallengeQuery): Promise<ChallengeRecord | undefined> =>
  ctx.db
    .deleteFrom('signInChallenges')
    .where('hash', '=', secretHash(challenge))
    .where('purpose', '=', purpose)
    .where('expiresAt', '>', ctx.clock().toString())
    .returningAll()
    .executeTakeFirst()

/** Deletes a user's challenges: after a new password or second factor, sign-ins begin anew. */
export const dropChallenges = async (ctx: Ctx, userId: string): Promise<void> => {
  await ctx.db.deleteFrom('signInChallenges').where('userId', '=', userId).execute()
}

export const tidyChallenges = async (ctx: Ctx): Promise<void> => {
  await ctx.db.deleteFrom('signInChallenges').where('expiresAt', '<', ctx.clock().toString()).execute()
}
