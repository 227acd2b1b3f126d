import type { Kind } from '#src/features/hours/api.ts'

const kinds: Readonly<Record<string, Kind>> = {
  restaurant: 'restaurant',
  'maki_restaurant-pizza': 'restaurant',
  guest_house: 'restaurant',
  biergarten: 'bar',
  food_court: 'fast_food',
  cafe: 'cafe',
  fast_food: 'fast_food',
  pub: 'bar',
  bar: 'bar',
  ice_cream: 'counter',
  bakery: 'counter',
  confectionery: 'counter',
}

/** By the map's icon or the `amenity`; a file without either is one of restaurants. */
export const kindOf = ({ icon, shop, cuisine }: { icon: string; shop: string; cuisine: string }): Kind => {
  if (icon === '') return shop === '' ? 'restaurant' : 'other'
  // The star stands for what the map has no picture of: with a kitchen it is a restaurant.
  return kinds[icon] ?? (shop === '' && cuisine !== '' ? 'restaurant' : 'other')
}
