import type { ListingCategory } from '@tablewire/contracts/listing/terms.rules'
import { sql } from 'kysely'
import type { CallingAccount } from '#src/features/google-accounts/api.ts'
import { phoneOf } from '#src/features/reservations/api.ts'
import type { Ctx } from '#src/platform/ctx.ts'
import { isWebLink } from '#src/platform/net/guard.ts'
import type { BookTexts } from './texts.ts'
import { textsOf } from './texts.ts'

/** A merchant as its feed and its updates tell of it, by the feed's names. */
export type MerchantRecord = {
  merchant_id: string
  name: string
  telephone?: string
  url?: string
  geo: {
    latitude?: number
    longitude?: number
    address: { country: string; locality: string; postal_code?: string; street_address: string }
  }
  category: string
  terms?: { localized_text: { value: string; localized_value: { locale: string; value: string }[] } }
}
/** What Google cannot do without, by the venue's own names of the fields. */
type MerchantGap = 'name' | 'address' | 'city'
export type MerchantTold = { id: string; record: MerchantRecord | undefined; gaps: MerchantGap[] }

type Row = {
  id: string
  name: string
  phone: string | null
  address: string | null
  postalCode: string | null
  city: string | null
  countryCode: string
  latitude: number | null
  longitude: number | null
  website: string | null
  cuisine: string | null
  cuisines: string[]
  categories: ListingCategory[]
  texts: BookTexts | null
}

const words = (term: string): string => `${term[0]!.toUpperCase()}${term.slice(1).replaceAll('_', ' ')}`
/** Categories that say what a restaurant is like, and are no word for one. */
const qualities: ReadonlySet<string> = new Set(['fine_dining', 'seafood', 'brunch', 'family'])

/** As particular as the venue's listing allows: Google matches by it. */
const categoryOf = ({ cuisine, cuisines, categories }: Row): string => {
  const [category = 'restaurant'] = categories
  if (category !== 'restaurant') return qualities.has(category) ? `${words(category)} restaurant` : words(category)
  const kitchen = cuisines[0] === undefined ? cuisine?.trim() : words(cuisines[0])
  return kitchen ? `${kitchen} restaurant`.slice(0, 100) : 'Restaurant'
}

const filled = <T extends object>(fields: T): { [K in keyof T]: NonNullable<T[K]> } =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== '')) as never

const gapsOf = ({ name, address, city }: Row): MerchantGap[] =>
  Object.entries({ name, address, city }).flatMap(([field, value]) => (value?.trim() ? [] : [field as MerchantGap]))

const recordOf = (account: CallingAccount, row: Row): MerchantRecord => {
  const { latitude, longitude, countryCode, phone, website } = row
  const terms = account.capabilities.includes('merchantSpecificTerms') ? textsOf(row.texts?.policies) : undefined
  const place = latitude === null || longitude === null ? {} : { latitude, longitude }
  const address = filled({
    country: countryCode,
    locality: row.city?.trim(),
    postal_code: row.postalCode?.trim(),
    street_address: row.address?.trim(),
  })
  return filled({
    merchant_id: row.id,
    name: row.name.trim(),
    telephone: phone === null ? undefined : phoneOf(phone, { countryCode, international: false }),
    url: website !== null && isWebLink(website) ? website : undefined,
    geo: { ...place, address },
    category: categoryOf(row),
    terms: terms && { localized_text: terms },
  }) as MerchantRecord
}

/** What Google is told of these venues, or what they lack for it. */
export const merchantRecords = async (ctx: Ctx, account: CallingAccount, ids: readonly string[]): Promise<MerchantTold[]> => {
  const { rows } = await sql<Row>`
    select v.id, coalesce(v.display_name, v.name) as name, v.phone_number as phone, v.address, v.postal_code, v.city, v.country_code, v.latitude, v.longitude,
      case when p.venue_id is not null then p.website else v.website end as website, v.cuisine, coalesce(p.cuisines, '{}') as cuisines,
      coalesce(p.categories, '{}') as categories, b.rules -> 'texts' as texts
    from venues v join books b on b.venue_id = v.id left join listing_profiles p on p.venue_id = v.id
    where v.id = any(${[...ids]}::uuid[]) order by v.id`.execute(ctx.db)
  return rows.map((row) => {
    const gaps = gapsOf(row)
    return { id: row.id, record: gaps.length ? undefined : recordOf(account, row), gaps }
  })
}
