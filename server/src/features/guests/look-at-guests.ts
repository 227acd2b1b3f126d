import { type RawBuilder, sql } from 'kysely'
import type { Ctx } from '#src/platform/ctx.ts'
import { transaction } from '#src/platform/db/transaction.ts'
import { newId } from '#src/platform/id.ts'
import { defineJob } from '#src/platform/jobs/jobs.ts'
import type {} from './guest-rows.ts'
import { type Address, alike, judge } from './likeness.ts'
import { searchText, sortText } from './list-guests.ts'
import { tie } from './merge-guests.ts'

export const lookAtGuestsJob = defineJob<object>('guests.look', 2)

const atOnce = 200
/** A telephone or a mail that more guests than these share is a hotel's or an office's, and says nothing. */
const sharedMost = 6

type Fresh = Address & { venueId: string; id: string; createdAt: string }
type Mate = {
  freshId: string
  id: string
  firstName: string
  lastName: string
  email: string | null
  phone: string | null
  createdAt: string
}

/** Whoever works beside us takes others. */
const someFresh = async (ctx: Ctx): Promise<Fresh[]> => {
  const { rows } = await sql<Fresh>`
    with fresh as (select p.guest_id from guest_profiles p where not p.looked order by p.guest_id limit ${atOnce} for update skip locked)
    update guest_profiles p set looked = true, search = ${searchText}, sort = ${sortText}
    from fresh, guests g where p.guest_id = fresh.guest_id and g.venue_id = p.venue_id and g.id = p.guest_id
    returning p.venue_id, g.id, g.first_name, g.last_name, g.email, g.phone, g.created_at`.execute(ctx.db)
  return rows
}

const boxOf = (email: RawBuilder<unknown>) => sql`regexp_replace(lower(${email}), '\\+[^@]*@', '@')`
/** Guests of `f`'s venue, unless they are so many that what they share says nothing. */
const few = (which: RawBuilder<unknown>) => sql`lateral (
  select id from (select id, count(*) over () as n from (select g.id from guests g where g.venue_id = f.venue_id and ${which} limit ${sharedMost + 1}) l) c
  where n <= ${sharedMost}) o`

/** Those who share an address or a number with them, and were not decided to be somebody else; each question by its index. */
const matesOf = async (ctx: Ctx, fresh: readonly Fresh[]): Promise<Mate[]> => {
  const ids = fresh.map(({ id }) => id)
  const venues = fresh.map(({ venueId }) => venueId)
  const { rows } = await sql<Mate>`
    with fresh as materialized (
      select g.* from unnest(${venues}::uuid[], ${ids}::uuid[]) as f (venue_id, id) join guests g on g.venue_id = f.venue_id and g.id = f.id),
      mates as (
        select f.venue_id, f.id as fresh_id, o.id from fresh f, ${few(sql`lower(g.email) = lower(f.email)`)}
        union
        select f.venue_id, f.id, o.id from fresh f, ${few(sql`g.phone = f.phone`)}
        union
        select f.venue_id, f.id, o.id from fresh f, ${few(sql`lower(g.email) = ${boxOf(sql`f.email`)}`)} where f.email like '%+%@%'
        union
        select f.venue_id, f.id, o.id from fresh f, ${few(sql`g.email like '%+%@%' and ${boxOf(sql`g.email`)} = ${boxOf(sql`f.email`)}`)})
    select m.fresh_id, g.id, g.first_name, g.last_name, g.email, g.phone, g.created_at
    from mates m join guests g on g.venue_id = m.venue_id and g.id = m.id
    where m.id <> m.fresh_id and person_of(m.id) <> person_of(m.fresh_id)
      and not exists (
        select from guest_pairs q join guest_profiles a on a.guest_id = q.one_id join guest_profiles b on b.guest_id = q.other_id
        where q.state = 'different' and q.venue_id = m.venue_id
          and least(coalesce(a.person_id, a.guest_id), coalesce(b.person_id, b.guest_id)) = least(person_of(m.id), person_of(m.fresh_id))
          and greatest(coalesce(a.person_id, a.guest_id), coalesce(b.person_id, b.guest_id)) = greatest(person_of(m.id), person_of(m.fresh_id)))
    order by m.fresh_id, g.created_at, g.id`.execute(ctx.db)
  return rows
}

const askWhether = async (ctx: Ctx, fresh: Fresh, mate: Mate): Promise<void> => {
  const [oneId, otherId] = [fresh.id, mate.id].toSorted() as [string, string]
  await ctx.db
    .insertInto('guestPairs')
    .values({ id: newId(), venueId: fresh.venueId, oneId, otherId, alike: alike(fresh, mate), foundAt: ctx.clock().toString() })
    .onConflict((same) => same.columns(['oneId', 'otherId']).doNothing())
    .execute()
}

const lookAtSome = async (ctx: Ctx): Promise<boolean> => {
  const fresh = await someFresh(ctx)
  if (!fresh.length) return false
  const byId = new Map(fresh.map((one) => [one.id, one]))
  for (const mate of await matesOf(ctx, fresh)) {
    const one = byId.get(mate.freshId)!
    const verdict = judge(one, mate)
    // Whoever is known longer is who he is called by.
    const elder = mate.createdAt <= one.createdAt
    if (verdict === 'same') await tie(ctx, { keep: elder ? mate.id : one.id, gone: elder ? one.id : mate.id, by: null })
    if (verdict === 'ask') await askWhether(ctx, one, mate)
  }
  return fresh.length === atOnce
}

/**
 * Guests who are new, or whose address has changed, are put where they are found, and are compared with those of their venue. Batch by batch, each a
 * transaction: whoever takes over goes on with what was not looked at yet, which is all guests of an installation when this comes to it.
 */
export const lookAtGuests = async (ctx: Ctx): Promise<void> => {
  for (let more = true; more;) {
    await ctx.ports.jobs.backpressure()
    more = await transaction(ctx, lookAtSome, { unhurried: true })
  }
}
