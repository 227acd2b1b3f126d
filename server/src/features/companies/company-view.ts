import type { Company } from '@tablewire/contracts/estate/companies'
import { type RawBuilder, sql, type SqlBool } from 'kysely'
import { snapshotOf } from '#src/platform/audit/snapshot.ts'
import { notArchived } from '#src/features/venues/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { Problem } from '#src/platform/problem.ts'

/** Every company, or one's own; who sees single venues only has none to keep. */
export const companiesInScope = (ctx: Ctx): RawBuilder<SqlBool> => {
  if (ctx.scope.kind === 'all') return sql<SqlBool>`true`
  return ctx.scope.kind === 'company' ? sql<SqlBool>`c.id = ${ctx.scope.companyId}` : sql<SqlBool>`false`
}

export const companyColumns = sql`c.id, c.name, c.legal_name, c.country_code, c.address, c.postal_code, c.city, c.brand_id, b.name as brand_name,
  c.owner_id, o.first_name || ' ' || o.last_name as owner_name, c.min_advance_booking, c.min_advance_booking_cancelling,
  c.include_source_in_notes, c.fb_install_link, c.guest_months, c.booking_months, c.guests_shared, c.version, c.created_at, c.updated_at,
  (select count(*)::integer from venues v where v.company_id = c.id and ${notArchived('v.id')}) as venue_count,
  (select count(*)::integer from groups g where g.company_id = c.id) as group_count,
  (select count(*)::integer from users u where u.company_id = c.id) as user_count`
export const companyJoins = sql`left join brands b on b.id = c.brand_id left join users o on o.id = c.owner_id`

/** One company the caller keeps, or `company.not_found`. */
export const readCompany = async (ctx: Ctx, id: string): Promise<Company> => {
  const { rows } =
    await sql<Company>`select ${companyColumns} from companies c ${companyJoins} where c.id = ${id} and ${companiesInScope(ctx)}`.execute(
      ctx.db,
    )
  if (!rows[0]) throw new Problem('company.not_found')
  return rows[0]
}

const columns = [
  'name',
  'legalName',
  'countryCode',
  'address',
  'postalCode',
  'city',
  'brandId',
  'brandName',
  'ownerId',
  'ownerName',
  'minAdvanceBooking',
  'minAdvanceBookingCancelling',
  'includeSourceInNotes',
  'fbInstallLink',
  'guestMonths',
  'bookingMonths',
  'guestsShared',
] as const
/** For the audit: what can be changed. */
export const companySnapshot = (company: Company) => snapshotOf(company, columns)
