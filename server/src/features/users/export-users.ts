import type { User } from '@tablewire/contracts/identity/users'
import type { Permission } from '@tablewire/contracts/identity/access'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { type RawBuilder, sql } from 'kysely'
import type { Sheet } from '#src/features/exports/api.ts'
import { inScope } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { filteredUsers, userOrder, type UserFilters, type UserSort } from './list-users.ts'
import { isInvited } from './user-view.ts'
import { userSheetPhrases, type UserSheetColumn, type UserSheetWords } from './user-sheet-phrases.ts'

type Ask = { filters?: UserFilters; sort?: UserSort }

/** What the file says of somebody before its words are put into a language. */
export type UserSheetRow = Pick<User, 'id' | 'email' | 'username' | 'firstName' | 'lastName' | 'roles' | 'lang' | 'state' | 'twoFactor'> & {
  permissions: Permission[]
  allVenues: boolean
  groups: string[]
  /** By their own id, else the name, else ours: each as the file can be read again. */
  venues: string[]
  company: string | null
  city: string | null
  country: string | null
  createdDay: string
}

/** Between the words of one cell; a word that holds it is written in another way. */
export const between = '; '
/** Longer ones do not fit into a cell of a sheet: how many there are is told instead. */
const cellMax = 30_000

/** Of `u` users and `c` companies: no password, no secret, no factor. */
export const userSheetRow = (
  ctx: Ctx,
): RawBuilder<UserSheetRow> => sql`u.id, u.email, u.username, u.first_name, u.last_name, u.roles, u.permissions, u.all_venues,
  array(select g.name from user_groups ug join groups g on g.id = ug.group_id where ug.user_id = u.id order by lower(g.name), g.id) as groups,
  array(select case when position(';' in coalesce(v.external_id, v.name)) > 0 then v.id::text when v.external_id is not null then v.external_id
      when exists (select from venues o where lower(o.name) = lower(v.name) and o.company_id is not distinct from v.company_id and o.id <> v.id) then v.id::text
      else v.name end
    from user_venues uv join venues v on v.id = uv.venue_id
    where uv.user_id = u.id and not u.all_venues and not exists (select from user_groups ug where ug.user_id = u.id) and v.archived_at is null and ${inScope(ctx, 'v.id')}
    order by lower(v.name), v.id) as venues,
  c.name as company, u.lang, u.city, u.country, case when u.disabled_at is not null then 'disabled' when ${isInvited} then 'invited' else 'active' end as state,
  exists (select from totp_secrets t where t.user_id = u.id and t.confirmed_at is not null)
    or exists (select from passkeys p where p.user_id = u.id) as two_factor, to_char(u.created_at at time zone 'UTC', ${sql.lit('YYYY-MM-DD')}) as created_day`

const together = (words: readonly string[]): string => {
  const text = words.join(between)
  return text.length > cellMax ? `(${words.length})` : text
}
const accessOf = ({ allVenues, groups }: UserSheetRow) => (allVenues ? 'all' : groups.length ? 'groups' : 'venues')

const cells: Record<UserSheetColumn, { width: number; cell: (row: UserSheetRow, words: UserSheetWords) => string | null }> = {
  email: { width: 30, cell: (row) => row.email },
  firstName: { width: 16, cell: (row) => row.firstName },
  lastName: { width: 20, cell: (row) => row.lastName },
  username: { width: 16, cell: (row) => row.username },
  roles: { width: 20, cell: (row, words) => together(row.roles.map((role) => words.roles[role])) },
  permissions: { width: 34, cell: (row, words) => together(row.permissions.map((one) => words.permissions[one])) },
  access: { width: 16, cell: (row, words) => words.access[accessOf(row)] },
  groups: { width: 24, cell: (row) => together(row.allVenues ? [] : row.groups) },
  venues: { width: 34, cell: (row) => together(row.venues) },
  company: { width: 24, cell: (row) => row.company },
  lang: { width: 9, cell: (row) => row.lang },
  city: { width: 18, cell: (row) => row.city },
  country: { width: 9, cell: (row) => row.country },
  state: { width: 12, cell: (row, words) => words.state[row.state] },
  twoFactor: { width: 12, cell: (row, words) => (row.twoFactor ? words.yes : words.no) },
  createdAt: { width: 12, cell: (row) => row.createdDay },
  id: { width: 38, cell: (row) => row.id },
}

/** What stands in the file about somebody, in one language. */
export const userSheetCell = (row: UserSheetRow, column: UserSheetColumn, lang: Lang): string =>
  cells[column].cell(row, userSheetPhrases[lang]) ?? ''

const rowsAtOnce = 1000
const rowsOf = async function* (ctx: Ctx, { filters, sort }: Ask, lang: Lang) {
  await sql`declare exported no scroll cursor for select ${userSheetRow(ctx)} from users u left join companies c on c.id = u.company_id
    where ${filteredUsers(ctx, filters)} ${userOrder(sort)}`.execute(ctx.db)
  const columns = Object.values(cells)
  for (;;) {
    const { rows } = await sql<UserSheetRow>`fetch ${sql.lit(rowsAtOnce)} from exported`.execute(ctx.db)
    for (const row of rows) yield columns.map(({ cell }) => cell(row, userSheetPhrases[lang]))
    if (rows.length < rowsAtOnce) return
  }
}

type Line = [label: string, value: string]
const nameOf = async (ctx: Ctx, table: 'companies' | 'groups' | 'venues', id: string | undefined): Promise<string | undefined> => {
  if (id === undefined) return undefined
  const own = ctx.scope.kind === 'company' ? ctx.scope.companyId : null
  const company = table === 'companies' ? sql`id` : sql`company_id`
  const seen = table === 'venues' ? inScope(ctx, 'venues.id') : sql`(${own}::uuid is null or ${company} = ${own}::uuid)`
  const from = { companies: sql`companies`, groups: sql`groups`, venues: sql`venues` }[table]
  const { rows } = await sql<{ name: string }>`select name from ${from} where id = ${id} and ${seen}`.execute(ctx.db)
  return rows[0]?.name ?? id
}

const filterInWords = async (ctx: Ctx, filters: UserFilters, lang: Lang): Promise<Line[]> => {
  const words = userSheetPhrases[lang]
  const { search, role, companyId, groupId, venueId, state } = filters
  const lines: [string, string | undefined][] = [
    [words.filters.search, search],
    [words.columns.roles, role?.map((one) => words.roles[one]).join(', ')],
    [words.columns.company, await nameOf(ctx, 'companies', companyId)],
    [words.filters.group, await nameOf(ctx, 'groups', groupId)],
    [words.filters.venue, await nameOf(ctx, 'venues', venueId)],
    [words.columns.state, state && words.state[state]],
  ]
  return lines.filter((line): line is Line => line[1] !== undefined && line[1] !== '')
}

/** Exactly the people of the list with that filter, in its order. */
export const userSheet = async (ctx: Ctx, { filters = {}, sort }: Ask, lang: Lang): Promise<Sheet> => {
  const words = userSheetPhrases[lang]
  const { rows } = await sql<{
    total: number
  }>`select count(*)::integer as total from users u where ${filteredUsers(ctx, filters)}`.execute(ctx.db)
  return {
    title: words.title,
    columns: Object.entries(cells).map(([id, { width }]) => ({ header: words.columns[id as UserSheetColumn], width })),
    total: rows[0]!.total,
    rows: rowsOf(ctx, { filters, ...(sort ? { sort } : {}) }, lang),
    filter: await filterInWords(ctx, filters, lang),
  }
}
