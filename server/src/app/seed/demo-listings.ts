import type { ListingProfile } from '@tablewire/contracts/listing/profile'
import type { Ctx } from '#src/platform/ctx.ts'
import type { DemoVenue } from './demo-venues.ts'
import { randomFor } from './random.ts'
import type { StyleName } from './service-styles.ts'

type Terms = { categories: ListingProfile['categories']; price: number }
const styleTerms: Partial<Record<StyleName, Terms>> = {
  tapas: { categories: ['tapas_bar', 'bar'], price: 2 },
  trattoria: { categories: ['restaurant', 'family'], price: 2 },
  bistro: { categories: ['bistro'], price: 3 },
  brasserie: { categories: ['brasserie'], price: 2 },
  gastropub: { categories: ['pub', 'restaurant'], price: 2 },
  hotel: { categories: ['hotel_restaurant'], price: 3 },
  beach: { categories: ['beach_restaurant', 'grill'], price: 2 },
  rooftop: { categories: ['restaurant', 'cocktail_bar'], price: 4 },
  parrilla: { categories: ['steakhouse', 'grill'], price: 3 },
}
const cuisineTerms: Readonly<Record<string, ListingProfile['cuisines']>> = {
  Tapas: ['spanish', 'tapas'],
  Seafood: ['fish'],
  Grill: ['barbecue'],
  Portuguese: ['portuguese'],
  'Modern British': ['british', 'creative'],
  French: ['french'],
  Moroccan: ['moroccan'],
  Roman: ['italian', 'regional'],
  Emilian: ['italian', 'regional'],
  Neapolitan: ['italian', 'pizza'],
  Bavarian: ['german', 'regional'],
  'New Nordic': ['nordic'],
  Viennese: ['austrian'],
  Dutch: ['dutch'],
  Greek: ['greek'],
  Lebanese: ['lebanese'],
  Ramen: ['japanese', 'ramen'],
  Korean: ['korean'],
  Mexican: ['mexican'],
  Brazilian: ['brazilian'],
}
const features = [
  'terrace',
  'step_free_entrance',
  'children',
  'high_chairs',
  'dogs_outside',
  'vegetarian_dishes',
  'vegan_dishes',
  'wifi',
  'groups',
] as const

/** As an owner would have filled them in: some everything, some half of it, so that what is missing is seen too. */
const rowOf = ({ demo, id }: { demo: DemoVenue; id: string }, updatedAt: string) => {
  const random = randomFor(`listing ${demo.key}`)
  const { name, cuisine, city, key, style } = demo
  const care = random.next()
  const terms = styleTerms[style] ?? { categories: ['restaurant'], price: 2 }
  const short = {
    en: `${cuisine} cooking in ${city}, by people who are glad you came.`,
    ...(care > 0.35 ? { de: `${city}: Küche mit Herz und ein Tisch, an dem man gern sitzen bleibt.` } : {}),
    ...(care > 0.6 ? { es: `Cocina con alma en ${city}, para quedarse un rato más.` } : {}),
    ...(care > 0.75 ? { fr: `À ${city}, une cuisine sincère et des tables où l’on s’attarde.` } : {}),
  }
  const long = {
    en: `${name} cooks what the market in ${city} has in the morning. There is a short menu, a long wine list and time for both. Tell us what you cannot eat when you book, and we cook around it.`,
  }
  const said = features.slice(0, care > 0.5 ? features.length : 4)
  return {
    venueId: id,
    shortTexts: JSON.stringify(short),
    longTexts: JSON.stringify(care > 0.4 ? long : {}),
    names: '{}',
    categories: [...terms.categories],
    cuisines: [...(cuisineTerms[cuisine] ?? ['international' as const])],
    website: `https://${key}.example`,
    bookingUrl: null,
    menuUrl: care > 0.5 ? `https://${key}.example/menu` : null,
    social: JSON.stringify(care > 0.65 ? [{ network: 'instagram', url: `https://instagram.example/${key}` }] : []),
    priceRange: care > 0.25 ? terms.price : null,
    attributes: JSON.stringify(said.map((attribute) => ({ attribute, has: random.chance(0.75) }))),
    payments: care > 0.3 ? (['cash', 'visa', 'mastercard', 'contactless'] satisfies ListingProfile['payments']) : [],
    dress: null,
    parking: [],
    photos: '[]',
    ownWeek: null,
    ownDays: '[]',
    updatedAt,
  }
}

/** Every sixth house does without the product. */
export const hasListing = (index: number): boolean => index % 6 !== 5

export const writeListings = async ({ db, clock }: Ctx, venues: readonly { demo: DemoVenue; id: string }[]): Promise<void> => {
  const now = clock().toString()
  const rows = venues.filter((_, index) => hasListing(index)).map((venue) => rowOf(venue, now))
  await db.insertInto('listingProfiles').values(rows).execute()
}
