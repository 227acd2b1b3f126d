import type { Received } from '@tablewire/contracts/kit/endpoint'
import { keptSettings, mergedSettings } from '@tablewire/contracts/identity/settings.rules'
import type { Profile, session } from '@tablewire/contracts/identity/session'
import { audit, savesNothing, withFields } from '#src/platform/audit/audit.ts'
import { type Ctx, requireRight } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { Problem } from '#src/platform/problem.ts'
import { requireUser } from './current-user.ts'
import { profileOf } from './get-profile.ts'
import { invalidateUser } from './signed-in.ts'
import { lockUserInScope, requireBelow } from './user-scope.ts'
import type { UserRecord } from './user-rows.ts'

type Input = Received<typeof session.updateUser>

const settingsMaxCharacters = 16_000
const plain = <T extends string>(value: T | { value: T }): T => (typeof value === 'object' ? value.value : value)

/** The fields as columns; options are taken by their value (SE1). */
const changesOf = ({ firstName, lastName, city, country, lang }: Input['body']) => ({
  ...(firstName === undefined ? {} : { firstName }),
  ...(lastName === undefined ? {} : { lastName }),
  ...(city === undefined ? {} : { city }),
  ...(country === undefined ? {} : { country: country === null ? null : plain(country) }),
  ...(lang === undefined ? {} : { lang: plain(lang) }),
})

/** The audit's fields. The portal's look (`settings`) is private. */
const snapshot = ({ firstName, lastName, city, country, lang }: UserRecord) => ({ firstName, lastName, city, country, lang })

/** Only what is named changes: another device may have saved the rest. */
const settingsWith = ({ settings }: UserRecord, sent: Record<string, unknown>): Readonly<Record<string, unknown>> => {
  const after = keptSettings(mergedSettings(settings, sent))
  if (JSON.stringify(after).length > settingsMaxCharacters)
    throw new Problem('request.invalid', {}, { settings: [{ issue: 'max_length', value: settingsMaxCharacters }] })
  return after
}

/** One's own profile; another user's with the permission, within the caller's scope and without privilege escalation. */
export const updateUser = async (ctx: Ctx, { params: { id }, body }: Input): Promise<Profile> => {
  const actor = requireUser(ctx)
  if (id !== actor.id) requireRight(ctx, 'update', 'users')
  return transaction(ctx, async (inner) => {
    const before = await lockUserInScope(inner, id)
    if (id !== actor.id) requireBelow(inner, before)
    const settings = body.settings && settingsWith(before, body.settings)
    const changes = { ...changesOf(body), ...(settings && { settings: JSON.stringify(settings) }) }
    const fields = { ...changes, ...(settings && { settings }) }
    if (savesNothing(inner, { action: 'user.updated', subject: 'user', before, after: withFields(before, fields) }))
      return profileOf(inner, before)
    const kept = { ...changes, version: before.version + 1, updatedAt: inner.clock().toString() }
    // The portal's look is private: changing it does not raise the version (optimistic lock).
    const row = Object.keys(changes).every((field) => field === 'settings') ? changes : kept
    const after = await inner.db.updateTable('users').set(row).where('id', '=', id).returningAll().executeTakeFirstOrThrow()
    await audit(inner, { action: 'user.updated', subject: 'user', subjectId: id, before: snapshot(before), after: snapshot(after) })
    inner.unitOfWork.afterCommit.push(() => invalidateUser(id))
    return profileOf(inner, after)
  })
}
