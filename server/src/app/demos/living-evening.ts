import { abilityOf } from '@tablewire/contracts/identity/access'
import { sql } from 'kysely'
import { moveLink } from '#src/features/channels/api.ts'
import { takeDue, type TenantRecord } from '#src/features/demo-tenants/api.ts'
import { book } from '#src/features/rms-bookings/api.ts'
import { moveReservation, phoneOf, requireReservation } from '#src/features/reservations/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import { type Ctx, newUnitOfWork } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { type Loop, startLoop } from '#src/platform/jobs/leased-loop.ts'
import { Problem } from '#src/platform/problem.ts'
import { passingGuest } from '../seed/demo-guests.ts'
import { demoVenues } from '../seed/demo-venues.ts'
import { randomFor } from '../seed/random.ts'

/** While somebody looks, something happens this often; when nobody does, what is over is only put in order. */
const lookedAtSeconds = 12
const aloneSeconds = 600
/** A session notes its use every five minutes. */
const lookedAtMs = 12 * 60_000
const quarterMs = 15 * 60_000
/** In each round of so many steps a channel fails and comes back: long enough to be seen by who looks around, and soon enough. */
const round = 40
const failsAt = 1
const recoversAt = 22
/** Whoever is kept late comes after so many minutes. */
const latestMinutes = 40

type House = { id: string; name: string; countryCode: string }
const housesOf = async ({ db }: Ctx, { companyId }: TenantRecord): Promise<House[]> =>
  db.selectFrom('venues').select(['id', 'name', 'countryCode']).where('companyId', '=', companyId).orderBy('id').execute()

type Channel = { id: string; name: string; type: string }
/** The channels through which guests can book there now: what the visitor paused, or what fails just now, brings nobody. */
const channelsOf = async ({ db }: Ctx, house: House): Promise<Channel[]> =>
  db
    .selectFrom('channels')
    .innerJoin('channelVenues', 'channelVenues.channelId', 'channels.id')
    .select(['channels.id', 'channels.name', 'channels.type'])
    .where('channelVenues.venueId', '=', house.id)
    .where('channelVenues.state', '=', 'live')
    .orderBy('channels.name')
    .execute()

const asChannel = (ctx: Ctx, { id, name }: Channel): Ctx => ({
  ...ctx,
  actor: { kind: 'channel', id, name, rateLimitPerMinute: 600 },
  ability: abilityOf({ roles: [], permissions: [] }),
  scope: { kind: 'channel', channelId: id },
  unitOfWork: newUnitOfWork(),
})

/** No place at that time: whoever reads this asks for another. Any other refusal is none of the evening's. */
const isNoPlace = (error: unknown): error is Problem =>
  error instanceof Problem && (error.code === 'slot.taken' || error.code === 'slot.closed' || error.code === 'channel.covers_used')

/** Numbers that are kept free for stories are no numbers to a channel, which refuses them: such a guest leaves his e-mail address alone. */
const diallable = (phone: string | null, { countryCode }: House): string | null =>
  phone === null ? null : (phoneOf(phone, { countryCode, international: true }) ?? null)

/** Somebody books for the next hours by the channel's own way; where nothing is free there, a little later. A full house takes nobody. */
const bookSomething = async (ctx: Ctx, house: House, { step, lang, companyId }: TenantRecord): Promise<void> => {
  const channels = (await channelsOf(ctx, house)).filter(({ name }) => name !== 'Our website')
  if (!channels.length) return
  const random = randomFor(`${companyId} ${step}`)
  const channel = random.pick(channels)
  const like = demoVenues.find(({ country }) => country === house.countryCode) ?? demoVenues[0]!
  const guest = passingGuest(like, random, step)
  const nowMs = ctx.clock().epochMilliseconds
  const partySize = random.whole(1, 5)
  const at = async (startsAt: string): Promise<unknown> =>
    book(asChannel(ctx, channel), {
      venueId: house.id,
      venueOf: (inner) => venueWithBook({ ...inner, scope: { kind: 'all' } }, house.id),
      startsAt,
      partySize,
      areaId: null,
      contact: {
        firstName: guest.firstName,
        lastName: guest.lastName,
        email: guest.email ?? `guest.${step}@example.test`,
        phone: diallable(guest.phone, house),
        lang: guest.lang ?? lang,
        optIn: false,
        address: null,
        phoneField: 'contact.telephone',
      },
      notes: null,
      paymentToken: null,
    })
  let refusal: Problem | undefined
  for (let quarter = random.whole(1, 5); quarter < 24; quarter += 3) {
    try {
      await at(new Date(Math.ceil(nowMs / quarterMs + quarter) * quarterMs).toISOString())
      return
    } catch (error) {
      if (!isNoPlace(error)) throw error
      refusal = error
    }
  }
  throw refusal!
}

type Due = { id: string; status: 'confirmed' | 'seated'; lateMinutes: number; over: boolean }
/**
 * Guests sit down some minutes after their time, one in four much later; of those who are missing the one who is so longest stays out, so that somebody is
 * late at every moment. Who has eaten leaves.
 */
const moveSomebody = async (ctx: Ctx, houses: readonly House[], userId: string): Promise<void> => {
  const now = ctx.clock().toString()
  const { rows } = await sql<Due>`
    select id, status, extract(epoch from (${now}::timestamptz - starts_at))::int / 60 as late_minutes, ends_at < ${now}::timestamptz as over
    from reservations where venue_id = any(${houses.map(({ id }) => id)}::uuid[]) and status in ('confirmed', 'seated')
      and starts_at < ${now}::timestamptz - interval '3 minutes' and starts_at > ${now}::timestamptz - interval '2 days'
    order by starts_at limit 60`.execute(ctx.db)
  const missing = rows.filter(({ status, over }) => status === 'confirmed' && !over)
  const staysOut = (one: Due): boolean => one === missing[0] || Number.parseInt(one.id.slice(-1), 16) < 4
  const next =
    rows.find(({ status, over }) => status === 'seated' && over) ??
    rows.find((one) => one.status === 'confirmed' && (one.over || one.lateMinutes > latestMinutes || !staysOut(one)))
  if (!next) return
  const person = await ctx.db
    .selectFrom('users')
    .select(['firstName', 'lastName', 'companyId'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const host: Ctx = {
    ...ctx,
    // The house's own host, not the visitor, who is told of it.
    actor: { kind: 'system', id: null, name: `${person.firstName} ${person.lastName}` },
    unitOfWork: newUnitOfWork(),
  }
  await transaction(host, async (inner) => {
    const row = await requireReservation(inner, next.id)
    await moveReservation(inner, row, {
      move: next.status === 'seated' ? 'complete' : next.over ? 'no-show' : 'seat',
      side: 'venue',
      notify: false,
    })
  })
}

/** A guide stops answering, and comes back a little later. */
const moveChannel = async (ctx: Ctx, house: House, move: 'fail' | 'recover'): Promise<void> => {
  const channel = await ctx.db.selectFrom('channels').select('id').where('name', '=', 'Forkful Guide').executeTakeFirst()
  if (!channel) return
  const reason = move === 'fail' ? 'answered 503' : null
  await moveLink({ ...ctx, unitOfWork: newUnitOfWork() }, { venueId: house.id, channelId: channel.id, move, reason, side: 'hub' })
}

const happen = async (ctx: Ctx, tenant: TenantRecord): Promise<void> => {
  const houses = await housesOf(ctx, tenant)
  const [first] = houses
  if (!first) return
  const at = tenant.step % round
  if (at === failsAt || at === recoversAt) return moveChannel(ctx, first, at === failsAt ? 'fail' : 'recover')
  if (at % 3 === 1) return bookSomething(ctx, houses[tenant.step % 4 === 3 ? houses.length - 1 : 0]!, tenant)
  return moveSomebody(ctx, houses, tenant.userId)
}

const isLookedAt = async (ctx: Ctx, { userId }: TenantRecord): Promise<boolean> => {
  const since = ctx.clock().subtract({ milliseconds: lookedAtMs }).toString()
  const rows = await ctx.db.selectFrom('sessions').select('id').where('userId', '=', userId).where('usedAt', '>', since).limit(1).execute()
  return rows.length > 0
}

/** One step of one tenant's evening. What the visitor changed meanwhile may be in the way: then this step does not happen, and the log says why. */
export const liveOn = async (ctx: Ctx, tenant: TenantRecord): Promise<void> => {
  const looked = await isLookedAt(ctx, tenant)
  if (!looked) {
    await ctx.db
      .updateTable('demoTenants')
      .set({ nextAt: ctx.clock().add({ seconds: aloneSeconds }).toString() })
      .where('companyId', '=', tenant.companyId)
      .execute()
  }
  try {
    await (looked ? happen(ctx, tenant) : moveSomebody(ctx, await housesOf(ctx, tenant), tenant.userId))
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    ctx.log.info({ code: error.code, values: error.values, fields: error.fields, tenant: tenant.companyId }, 'a step of a demo was refused')
  }
}

/** The evenings of all living tenants, taken in turns by the processes. */
export const startEvenings = (ctxOf: () => Ctx): Loop =>
  startLoop(ctxOf, {
    name: 'demos',
    atOnce: 2,
    everyMs: 2000,
    take: (ctx, capacity) => takeDue(ctx, capacity, ctx.clock().add({ seconds: lookedAtSeconds }).toString()),
    run: (ctx, tenant) => liveOn(ctx, tenant),
  })
