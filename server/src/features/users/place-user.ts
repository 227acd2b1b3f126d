import { users } from '@tablewire/contracts/identity/users'
import { sql } from 'kysely'
import { z } from 'zod/mini'
import { requireUser, usersInScope } from '#src/features/people/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { makeUser } from './add-user.ts'
import { changeUser } from './change-user.ts'
import { disableUser, enableUser } from './disable-user.ts'
import { type UserSheetRow, userSheetCell, userSheetRow } from './export-users.ts'
import { accessSnapshot, giveVenues } from './give-venues.ts'
import { accessOf, accountOf, type UserCells, UserRefused } from './read-user-cells.ts'
import { type UserBefore, userImportFields } from './user-import-fields.ts'
import { readUser } from './user-view.ts'

export type UserRowInput = {
  companyId: string
  /** Whether whoever is made gets the invitation at once. */
  invite: boolean
  /** Of a password that nobody knows: hashing one for each of thousands takes minutes. */
  passwordHash: string
}
type Change = { field: string; before: string | null; after: string | null }
export type UserRowResult = {
  outcome: 'made' | 'changed' | 'unchanged'
  subjectId: string
  name: string
  changes: Change[]
  /** Whoever came without a role. */
  roleGiven: boolean
  previous?: { before: UserBefore | null; version: number }
}

type Hit = { id: string; email: string; ours: boolean }

/** Whom the row means: by our id, else by the address, inside of the company and of what the caller keeps. */
const meant = async (ctx: Ctx, { id, email }: UserCells, companyId: string): Promise<string | undefined> => {
  const { rows } = await sql<Hit>`
    select u.id, u.email, u.company_id = ${companyId} and ${usersInScope(ctx)} as ours from users u
    where u.email = ${email?.toLowerCase() ?? ''} or u.id = case when ${id ?? ''} ~ '^[0-9a-fA-F-]{36}$' then ${id ?? null}::uuid end`.execute(
    ctx.db,
  )
  const own = rows.filter(({ ours }) => ours)
  const found = own.find((one) => one.id === id?.toLowerCase()) ?? own.find((one) => one.email === email?.toLowerCase())
  // Nothing is told of whoever has that address, but that it is not free here.
  if (rows.some((one) => one.email === email?.toLowerCase() && one.id !== found?.id))
    throw new UserRefused('user.elsewhere', 'email', email ?? '')
  return found?.id
}

const sheetRowOf = async (ctx: Ctx, id: string): Promise<UserSheetRow> => {
  const { rows } = await sql<UserSheetRow>`
    select ${userSheetRow(ctx)} from users u left join companies c on c.id = u.company_id where u.id = ${id}`.execute(ctx.db)
  return rows[0]!
}

/** What differs, in the words of the file. */
const changesOf = (ctx: Ctx, before: UserSheetRow | undefined, after: UserSheetRow): Change[] =>
  userImportFields.flatMap((field) => {
    const was = before ? userSheetCell(before, field, ctx.lang) : ''
    const is = userSheetCell(after, field, ctx.lang)
    return was === is ? [] : [{ field, before: was || null, after: is || null }]
  })

/** What the contract would not take, said of the first field. */
const parsed = <T extends z.ZodMiniType>(schema: T, body: Record<string, unknown>): z.output<T> => {
  const { success, data, error } = z.safeParse(schema, body)
  if (success) return data
  const field = String(error.issues[0]?.path[0] ?? 'email')
  const value = body[field]
  if (typeof value !== 'string' || value === '') throw new UserRefused('name.missing', field, '')
  throw new UserRefused(field === 'email' ? 'email.invalid' : 'value.invalid', field, value)
}

/** Venues and state, which have verbs of their own. */
const settle = async (ctx: Ctx, id: string, cells: UserCells): Promise<void> => {
  const now = await sheetRowOf(ctx, id)
  const { companyId, version, state } = await readUser(ctx, id)
  const access = await accessOf(ctx, { cells, now, companyId: companyId!, current: await accessSnapshot(ctx, id) })
  if (access) await giveVenues(ctx, { params: { id }, body: { ...access, version } })
  const wanted = cells.state === undefined ? undefined : cells.state === 'disabled'
  if (wanted !== undefined && wanted !== (state === 'disabled')) await (wanted ? disableUser : enableUser)(ctx, id)
}

const make = async (ctx: Ctx, cells: UserCells, { companyId, invite, passwordHash }: UserRowInput): Promise<string> => {
  const account = accountOf(cells, undefined)
  const body = parsed(users.create.body, { ...account, roles: account.roles ?? ['ROLE_MANAGER'], companyId })
  const { id } = await makeUser(ctx, body, { passwordHash, tell: invite })
  await settle(ctx, id, cells)
  return id
}

const change = async (ctx: Ctx, id: string, cells: UserCells): Promise<UserBefore> => {
  const user = await readUser(ctx, id)
  const { email, username, firstName, lastName, city, country, lang, roles, permissions, version } = user
  const before = { email, username, firstName, lastName, city, country, lang, roles, permissions }
  const given = accountOf(cells, await sheetRowOf(ctx, id))
  const access = await accessSnapshot(ctx, id)
  if (Object.keys(given).length) {
    // How one signs in is nobody else's to change, and here nobody can tell who sits there.
    if (given.email !== undefined && id === requireUser(ctx).id) throw new UserRefused('user.oneself', 'email', given.email)
    await changeUser(ctx, { params: { id }, body: parsed(users.update.body, { ...before, ...given, version }) })
  }
  await settle(ctx, id, cells)
  return {
    account: before,
    access: { access: access.access, groups: access.groups, venues: access.venues },
    disabled: user.state === 'disabled',
  }
}

/**
 * One row: somebody new, or what a person's row says differently; by the same verbs as people's hands, with the same refusals. What the row does not say
 * stays. Belongs inside `attempt()`.
 */
export const placeUser = async (ctx: Ctx, cells: UserCells, placing: UserRowInput): Promise<UserRowResult> => {
  const found = await meant(ctx, cells, placing.companyId)
  const was = found === undefined ? undefined : await sheetRowOf(ctx, found)
  const before = found === undefined ? null : await change(ctx, found, cells)
  const id = found ?? (await make(ctx, cells, placing))
  const is = await sheetRowOf(ctx, id)
  const changes = changesOf(ctx, was, is)
  const outcome = found === undefined ? 'made' : changes.length ? 'changed' : 'unchanged'
  const { version } = await ctx.db.selectFrom('users').select('version').where('id', '=', id).executeTakeFirstOrThrow()
  return {
    outcome,
    subjectId: id,
    name: `${is.firstName} ${is.lastName}`,
    changes,
    roleGiven: found === undefined && cells.roles === undefined,
    ...(outcome === 'unchanged' ? {} : { previous: { before, version } }),
  }
}
