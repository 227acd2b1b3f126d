import { abilityOf } from '@tablewire/contracts/identity/access'
import type { WaitlistEntry } from '@tablewire/contracts/booking/waitlist'
import type { Brand } from '@tablewire/contracts/identity/brands'
import type { Lang } from '@tablewire/contracts/kit/wire'
import { sql } from 'kysely'
import { brandOfVenue } from '#src/features/brands/api.ts'
import { ownEntry, readWaitToken } from '#src/features/waitlist/api.ts'
import { venueWithBook } from '#src/features/venues/api.ts'
import { localeOf } from '#src/features/widget/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { addressOf, isTooOften } from '#src/platform/http/too-often.ts'
import { Problem } from '#src/platform/problem.ts'
import { openedLast, type Visit } from './open-own.ts'

type House = { venueName: string; venuePhone: string | null; timeZone: string }
type Choice = { value: string; label: string }
/** A place on the waitlist, open to its guest. */
export type Waiting = {
  ctx: Ctx
  entry: WaitlistEntry
  house: House
  brand: Brand
  lang: Lang
  locale: string
  base: string
  /** Which he may wish for; none where there is one only. */ areas: Choice[]
}

/** So long after the day its page can be opened. */
const openForDays = 30
/** Links that lead nowhere, from one address within a quarter of an hour. */
const missesOfAddress = 40
const noRights = abilityOf({ roles: [], permissions: [] })

/** What guests book there, and what the house put him down for. */
const areasFor = async (ctx: Ctx, { venueId, areaId }: WaitlistEntry, lang: Lang): Promise<Choice[]> => {
  const { book } = await venueWithBook(ctx, venueId)
  const areas = book.areas.filter(({ id, online }) => online || id === areaId)
  return areas.length < 2 ? [] : areas.map(({ id, name, names }) => ({ value: id, label: names?.[lang] || name }))
}

const findEntry = async (ctx: Ctx, token: string): Promise<WaitlistEntry | undefined> => {
  const id = readWaitToken(ctx, token)
  const entry = id === undefined ? undefined : await ownEntry(ctx, id)
  if (!entry) return undefined
  const closes = Date.parse(`${entry.serviceOn}T00:00:00Z`) + openForDays * 86_400_000
  return closes > ctx.clock().epochMilliseconds ? entry : undefined
}

/** A link that is wrong, over or of nobody's is refused alike, and not at any number. */
export const openWait = async (visit: Visit): Promise<Waiting> => {
  const { base, token, lang: asked, accepted } = visit
  const ctx: Ctx = { ...base, ability: noRights, scope: { kind: 'all' }, actor: { kind: 'anonymous', id: null, name: 'guest' } }
  const entry = await findEntry(ctx, token)
  if (!entry) {
    if (await isTooOften(base, `own booking ${addressOf(base)}`, missesOfAddress)) throw new Problem('rate.limited', { seconds: 900 })
    throw new Problem('reservation.not_found')
  }
  const lang = asked ?? entry.lang ?? base.lang
  const { rows } = await sql<House>`
    select coalesce(v.display_name, v.name) as venue_name, v.phone_number as venue_phone, v.time_zone from venues v where v.id = ${entry.venueId}`.execute(
    ctx.db,
  )
  const house = rows[0]!
  const brand = await brandOfVenue(ctx, entry.venueId)
  const here = `/book/wait/${token}`
  openedLast.set(token, { letter: { ...house, guestLang: entry.lang }, brand, here })
  return {
    ctx: { ...ctx, lang },
    entry,
    house,
    brand,
    lang,
    locale: localeOf(lang, accepted),
    base: here,
    areas: await areasFor(ctx, entry, lang),
  }
}
