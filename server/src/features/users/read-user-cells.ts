import type { Permission, Role } from '@tablewire/contracts/identity/access'
import type { UserState } from '@tablewire/contracts/identity/users'
import type { AccessKind } from '@tablewire/contracts/identity/venue-access'
import type { FindingReason } from '@tablewire/contracts/phrases/findings'
import { sql } from 'kysely'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { plainText } from '#src/platform/table/plain-text.ts'
import { type UserSheetRow, userSheetCell } from './export-users.ts'
import { type UserSheetColumn, userSheetWords } from './user-sheet-phrases.ts'

/** Why a row is not taken, and where it says so. */
export class UserRefused extends Error {
  override name = 'UserRefused'
  readonly reason: FindingReason
  readonly field: string
  readonly value: string
  constructor(reason: FindingReason, field: string, value: string) {
    super(reason)
    this.reason = reason
    this.field = field
    this.value = value
  }
}

/** What a row says: only what it says. */
export type UserCells = {
  id?: string
  email?: string
  firstName?: string
  lastName?: string
  username?: string
  city?: string
  country?: string
  lang?: string
  roles?: Role[]
  permissions?: Permission[]
  access?: AccessKind
  groups?: string
  venues?: string
  state?: UserState
}

const texts = ['id', 'email', 'firstName', 'lastName', 'username', 'city', 'country', 'lang', 'groups', 'venues'] as const

const wordsIn = (cell: string, separators: RegExp): string[] => [
  ...new Set(
    cell
      .split(separators)
      .map((word) => word.trim())
      .filter((word) => word !== ''),
  ),
]
const meant = <T>(word: string, field: string, known: ReadonlyMap<string, T>): T => {
  const found = known.get(word.toLowerCase())
  if (found === undefined) throw new UserRefused('word.unknown', field, word)
  return found
}

/** Reads the cells of a row; a word that nobody knows refuses the row, as it could be a right. */
export const readUserCells = (textOf: (target: string) => string): UserCells => {
  const cells: UserCells = {}
  for (const field of texts) {
    const text = textOf(field).trim()
    if (text !== '') cells[field] = text
  }
  if (cells.email !== undefined) cells.email = cells.email.toLowerCase()
  const [roles, permissions, access, state] = ['roles', 'permissions', 'access', 'state'].map((field) => textOf(field).trim())
  if (roles) cells.roles = wordsIn(roles, /[;,|\n]/).map((word) => meant(word, 'roles', userSheetWords.roles))
  if (permissions) cells.permissions = wordsIn(permissions, /[;,|\n]/).map((word) => meant(word, 'permissions', userSheetWords.permissions))
  if (access) cells.access = meant(access, 'access', userSheetWords.access)
  if (state) cells.state = meant(state, 'state', userSheetWords.state)
  return cells
}

type Account = Partial<
  Pick<UserCells, 'email' | 'firstName' | 'lastName' | 'username' | 'city' | 'country' | 'lang' | 'roles' | 'permissions'>
>

const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  new Set(a).size === new Set(b).size && a.every((one) => b.includes(one))
const setDiffers = <T extends string>(wanted: readonly T[] | undefined, now: readonly string[] | undefined): wanted is readonly T[] =>
  wanted !== undefined && !(now && sameSet(wanted, now))
/** The cell says what our own file would say: then it says nothing new, whatever a spreadsheet made of its blanks. */
const says = (cell: string, now: UserSheetRow | undefined, column: UserSheetColumn): boolean =>
  now !== undefined && plainText(cell) === plainText(userSheetCell(now, column, 'en'))

/** The fields of the account that the row says differently from how they are; all of them of somebody new. */
export const accountOf = (cells: UserCells, now: UserSheetRow | undefined): Account => {
  const account: Account = {}
  for (const field of ['email', 'firstName', 'lastName', 'username', 'city'] as const)
    if (cells[field] !== undefined && !says(cells[field], now, field)) account[field] = plainText(cells[field])
  if (setDiffers(cells.roles, now?.roles)) account.roles = cells.roles
  if (setDiffers(cells.permissions, now?.permissions)) account.permissions = cells.permissions
  const codes = { country: cells.country?.toUpperCase(), lang: cells.lang?.toLowerCase() }
  for (const field of ['country', 'lang'] as const)
    if (codes[field] !== undefined && codes[field] !== now?.[field]) account[field] = codes[field]
  return account
}

const venuesNamed = async (ctx: Ctx, companyId: string, cell: string): Promise<string[]> => {
  const words = wordsIn(cell, /[;\n]/)
  const { rows } = await sql<{ word: string; id: string; rank: number }>`
    select w.word, f.id, f.rank from unnest(${words}::text[]) as w (word) cross join lateral (
      select v.id, 0 as rank from venues v where v.id::text = lower(w.word) and v.company_id = ${companyId} and v.archived_at is null and ${inScope(ctx, 'v.id')}
      union all select v.id, 1 from venues v where v.external_id = w.word and v.company_id = ${companyId} and v.archived_at is null and ${inScope(ctx, 'v.id')}
      union all select v.id, 2 from venues v where lower(v.name) = lower(w.word) and v.company_id = ${companyId} and v.archived_at is null and ${inScope(ctx, 'v.id')}
    ) f`.execute(ctx.db)
  return words.map((word) => {
    const hits = rows.filter((row) => row.word === word)
    const best = hits.filter(({ rank }) => rank === Math.min(...hits.map((hit) => hit.rank)))
    if (best.length !== 1) throw new UserRefused(best.length ? 'venue.several' : 'venue.unknown', 'venues', word)
    return best[0]!.id
  })
}

const groupsNamed = async (ctx: Ctx, companyId: string, cell: string): Promise<string[]> => {
  const words = wordsIn(cell, /[;\n]/)
  const { rows } = await sql<{ word: string; id: string }>`
    select w.word, g.id from unnest(${words}::text[]) as w (word) join groups g on lower(g.name) = lower(w.word) and g.company_id = ${companyId}`.execute(
    ctx.db,
  )
  return words.map((word) => {
    const hits = rows.filter((row) => row.word === word)
    if (hits.length !== 1) throw new UserRefused('group.unknown', 'groups', word)
    return hits[0]!.id
  })
}

type Access = { access: AccessKind; groups: string[]; venues: string[] }
type Asking = { cells: UserCells; now: UserSheetRow; companyId: string; current: Access }

/** What somebody is to see, where the row says it differently; venues and groups that are listed anew say so by themselves. */
export const accessOf = async (ctx: Ctx, { cells, now, companyId, current }: Asking): Promise<Access | undefined> => {
  const { access, groups, venues } = cells
  const newGroups = groups !== undefined && !says(groups, now, 'groups')
  const newVenues = venues !== undefined && !says(venues, now, 'venues')
  const other = access !== undefined && access !== current.access
  if (!other && !newGroups && !newVenues) return undefined
  const wanted = other ? access : newVenues ? 'venues' : newGroups ? 'groups' : current.access
  return {
    access: wanted,
    groups: wanted !== 'groups' ? [] : newGroups ? await groupsNamed(ctx, companyId, groups) : current.groups,
    venues: wanted !== 'venues' ? [] : newVenues ? await venuesNamed(ctx, companyId, venues) : current.venues,
  }
}
