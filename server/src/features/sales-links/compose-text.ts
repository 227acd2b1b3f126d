import { fill } from '#src/platform/phrases.ts'
import type { Demand, Listing, SalesFigures } from './figures.ts'
import type { SalesWords } from './sales-words.ts'

/** So many next steps are spoken of in the text; the list below has all. */
const stepsTold = 3

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)

const ofChannels = ({ name, channels: { live } }: SalesFigures, { phrases: { text }, plural, list }: SalesWords): string =>
  live.length
    ? plural(live.length, { one: text.live_one, other: text.live_other }, { venue: name, names: list(live) })
    : fill(text.live_none, { venue: name })

const ofDemand = (demand: Demand | null, { phrases: { text, n }, plural }: SalesWords): string => {
  if (!demand) return text.demand_unknown
  const days = plural(demand.days, { one: n.days_one, other: n.days_other })
  if (demand.searches === 0) return capital(fill(text.demand_zero, { days }))
  const searches = plural(demand.searches, { one: n.searches_one, other: n.searches_other })
  const covers = plural(demand.covers, { one: n.covers_one, other: n.covers_other })
  return plural(demand.searches, { one: text.demand_one, other: text.demand_other }, { searches, covers, days })
}

const ofListing = ({ score, gaps }: Listing, { phrases: { text, n }, plural, percent }: SalesWords): string => {
  const next = gaps.slice(0, stepsTold)
  const points = next.reduce((sum, one) => sum + one.points, 0)
  const said = fill(text.listing, { score: percent(score) })
  if (!next.length) return said
  const gained = plural(points, { one: n.points_one, other: n.points_other })
  return `${said} ${plural(next.length, { one: text.listing_next_one, other: text.listing_next_other }, { points: gained })}`
}

const ofLacked = ({ channels: { lacked } }: SalesFigures, { phrases: { text }, plural, list }: SalesWords): string =>
  plural(lacked.length, { one: text.lacked_one, other: text.lacked_other }, { names: list(lacked.map(({ name }) => name)) })

/** The page's text by rules alone: a paragraph for each thing we know. */
export const composeText = (figures: SalesFigures, words: SalesWords): string[] => [
  [ofChannels(figures, words), ...(figures.channels.lacked.length ? [ofLacked(figures, words)] : [])].join(' '),
  ofDemand(figures.demand, words),
  ...(figures.listing ? [ofListing(figures.listing, words)] : []),
]
