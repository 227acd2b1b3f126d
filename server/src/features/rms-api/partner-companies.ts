import type { Received, Result } from '@tablewire/contracts/kit/endpoint'
import type { PartnerCompany } from '@tablewire/contracts/rms/rms-api-objects'
import type { partners } from '@tablewire/contracts/rms/rms-api'
import { type RawBuilder, sql } from 'kysely'
import { insertCompany, ownIdOf, setCompany } from '#src/features/access/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { snapshotOf } from '#src/platform/audit/snapshot.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { containing } from '#src/platform/db/containing.ts'
import { cutNames, readNameCursor } from '#src/platform/db/name-cursor.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { giveOwnId, partnerIdOf } from './partner-ids.ts'
import { ownCompanies, companiesInScope } from './companies-in-scope.ts'

type Body = Received<typeof partners.createCompany>['body']

type Listed = PartnerCompany & { sortKey: string }
const select = async (ctx: Ctx, rest: RawBuilder<unknown>): Promise<Listed[]> => {
  const { rows } = await sql<Listed>`
    select lower(c.name) as sort_key, c.id, ${ownIdOf(ctx, 'company', sql`c.id`)} as external_id, c.name, c.country_code, c.legal_name, c.address, c.postal_code, c.city, c.description,
      c.min_advance_booking, c.min_advance_booking_cancelling, c.include_source_in_notes, c.fb_install_link, ${ownCompanies(ctx)} as own,
      (select count(*)::integer from venues v where v.company_id = c.id and v.archived_at is null
        and ${ctx.scope.kind === 'system' ? sql`v.system_id = ${ctx.scope.systemId}` : sql`true`}) as venue_count,
      c.created_at, c.updated_at
    from companies c where ${companiesInScope(ctx)} and ${rest}`.execute(ctx.db)
  return rows
}

export const listPartnerCompanies = async (
  ctx: Ctx,
  { filters, offset = 0, limit = 50, after }: Received<typeof partners.companies>['query'],
): Promise<Result<typeof partners.companies>> => {
  const like = filters?.criteria ? sql`lower(c.name) like lower(${containing(filters.criteria)})` : sql`true`
  const place = after === undefined ? undefined : readNameCursor(after, 'name')
  const beyond = place ? sql`and (lower(c.name), c.id) > (${place.name}, ${place.id}::uuid)` : sql``
  const [page, counted] = await Promise.all([
    select(ctx, sql`${like} ${beyond} order by lower(c.name), c.id limit ${limit + 1} offset ${offset}`),
    sql<{ total: number }>`select count(*)::integer as total from companies c where ${companiesInScope(ctx)} and ${like}`.execute(ctx.db),
  ])
  const cut = cutNames(page, limit, { sort: 'name', placeOf: ({ sortKey, id }) => ({ name: sortKey, id }) })
  return { ...cut, total: counted.rows[0]!.total }
}

export const readPartnerCompany = async (ctx: Ctx, id: string): Promise<PartnerCompany> => {
  const [company] = await select(ctx, sql`c.id = ${id}`)
  if (!company) throw new Problem('company.not_found')
  return company
}

const toldOf = ({ externalId, ...company }: PartnerCompany) => ({
  partnerId: externalId,
  ...snapshotOf(company, [
    'name',
    'countryCode',
    'legalName',
    'address',
    'postalCode',
    'city',
    'description',
    'minAdvanceBooking',
    'minAdvanceBookingCancelling',
    'includeSourceInNotes',
  ]),
})

/** People of one company do not make others. */
export const createPartnerCompany = async (ctx: Ctx, { externalId, ...fields }: Body): Promise<PartnerCompany> => {
  if (ctx.scope.kind !== 'all' && ctx.scope.kind !== 'system') throw new Problem('access.denied')
  const systemId = ctx.scope.kind === 'system' ? ctx.scope.systemId : null
  return transaction(ctx, async (inner) => {
    const id = newId()
    await insertCompany(inner, { ...fields, id, systemId, brandId: null })
    await giveOwnId(inner, { kind: 'company', id }, externalId)
    const company = await readPartnerCompany(inner, id)
    await audit(inner, { action: 'company.created', subject: 'company', subjectId: id, companyId: id, after: toldOf(company) })
    return company
  })
}

export const updatePartnerCompany = async (
  ctx: Ctx,
  { params, body: { externalId, ...fields } }: Received<typeof partners.updateCompany>,
): Promise<PartnerCompany> =>
  transaction(ctx, async (inner) => {
    const id = await partnerIdOf(inner, 'company', params.id)
    await sql`select from companies where id = ${id} for update`.execute(inner.db)
    const before = await readPartnerCompany(inner, id)
    if (!before.own) throw new Problem('access.denied')
    await setCompany(inner, id, { ...fields, version: sql<number>`version + 1`, updatedAt: inner.clock().toString() })
    await giveOwnId(inner, { kind: 'company', id }, externalId)
    const after = await readPartnerCompany(inner, id)
    await audit(inner, {
      action: 'company.updated',
      subject: 'company',
      subjectId: id,
      companyId: id,
      before: toldOf(before),
      after: toldOf(after),
    })
    return after
  })
