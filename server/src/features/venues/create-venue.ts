import type { Received } from '@tablewire/contracts/kit/endpoint'
import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import type { venues } from '@tablewire/contracts/estate/venues'
import { sql } from 'kysely'
import { grantVenues, insertCompany, partnerRef } from '#src/features/access/api.ts'
import { invalidateUser } from '#src/features/people/api.ts'
import { audit } from '#src/platform/audit/audit.ts'
import { currencyOf } from '#src/platform/country-currency.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { Problem } from '#src/platform/problem.ts'
import { defaultBook } from './default-book.ts'
import { requireFreeVenueId } from './free-venue-id.ts'
import { insertBooks } from './write-books.ts'
import { requireKnownSystem } from './known-system.ts'
import { paymentColumns, requireParty, requireVenuePhone, requireZone } from './venue-fields.ts'
import { builtInSystemId } from './venue-rows.ts'
import { readVenue } from './venue-view.ts'

type Input = Received<typeof venues.create>['body']

/** A system may only add to companies that it made or serves already. */
const mayJoin = async (ctx: Ctx, companyId: string): Promise<boolean> => {
  const { rows } = await sql`
    select from companies c where c.id = ${companyId}
      and ${ctx.scope.kind === 'system' ? sql`(c.system_id = ${ctx.scope.systemId} or exists (select from venues v where v.company_id = c.id and v.system_id = ${ctx.scope.systemId}))` : sql`true`}`.execute(
    ctx.db,
  )
  return rows.length > 0
}

/** A company's people stay in it. Otherwise the company that was named, or a new one from the venue's own data. */
const companyFor = async (ctx: Ctx, { companyId: wanted, name, countryCode }: Input): Promise<string> => {
  const own = ctx.actor.kind === 'user' ? ctx.actor.companyId : null
  const companyId = wanted && (await partnerRef(ctx, 'company', wanted))
  if (own !== null && (wanted === undefined || companyId === own)) return own
  if (own === null && companyId !== undefined && (await mayJoin(ctx, companyId))) return companyId
  if (wanted !== undefined) throw new Problem('request.invalid', {}, { companyId: [{ issue: 'id' }] })
  const id = newId()
  await insertCompany(ctx, { id, brandId: null, name, countryCode })
  await audit(ctx, { action: 'company.created', subject: 'company', subjectId: id, after: { name, countryCode } })
  return id
}

/** The system that calls; otherwise the one that was named by who looks after systems, or the built-in book. */
const systemFor = async (ctx: Ctx, systemId: string | undefined): Promise<string> => {
  const usual = ctx.scope.kind === 'system' ? ctx.scope.systemId : builtInSystemId
  if (systemId === undefined || systemId === usual) return usual
  if (ctx.scope.kind === 'system') throw new Problem('system.not_found')
  await requireKnownSystem(ctx, systemId)
  return systemId
}

/** Whoever sees single venues only must see the one just made. */
const showToMaker = async (ctx: Ctx, venueId: string): Promise<Ctx> => {
  if (ctx.actor.kind !== 'user' || ctx.scope.kind !== 'venues') return ctx
  const userId = ctx.actor.id
  await grantVenues(ctx, { userId, venues: [venueId] })
  ctx.unitOfWork.afterCommit.push(() => invalidateUser(userId))
  return { ...ctx, scope: { kind: 'venues', ids: [...ctx.scope.ids, venueId] } }
}

/** Opens a venue with an empty book. Currency and phone follow the country unless they say otherwise. */
export const createVenue = async (ctx: Ctx, body: Input): Promise<VenueDetail> => {
  const { minCovers, maxCovers, timezone, companyId: _named, systemId, ...given } = body
  const { paymentDefinition: _definition, paymentPolicy: _policy, paymentGateway: _gateway, ...fields } = given
  const book = defaultBook()
  const party = requireParty({ min: minCovers ?? book.party.min, max: maxCovers ?? Math.max(book.party.max, minCovers ?? 0) })
  const row = {
    ...fields,
    ...paymentColumns(ctx, body),
    id: newId(),
    timeZone: requireZone(timezone),
    currency: body.currency ?? currencyOf(body.countryCode) ?? 'EUR',
    phoneNumber: body.phoneNumber ? requireVenuePhone(body.phoneNumber, body.countryCode) : null,
  }
  return transaction(ctx, async (inner) => {
    const owner = { companyId: await companyFor(inner, body), systemId: await systemFor(inner, systemId) }
    await requireFreeVenueId(inner, { ...row, ...owner })
    await inner.db
      .insertInto('venues')
      .values({ ...row, ...owner })
      .execute()
    await insertBooks(inner, [{ venueId: row.id, book: { ...book, party } }])
    const venue = await readVenue(await showToMaker(inner, row.id), row.id)
    await audit(inner, { action: 'venue.created', subject: 'venue', subjectId: row.id, venueId: row.id, after: venue })
    await inner.ports.live.publish(inner, { type: 'venue', venueId: row.id, id: row.id, kind: 'created' })
    return venue
  })
}
