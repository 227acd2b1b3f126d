import { PaceCard } from '../PaceCard.tsx'
import type { Query } from '../question.ts'
import { RefusedCard } from './RefusedCard.tsx'

/** What does not follow from the reservations of the days asked about: who found no table, and what is on the books ahead. */
export const PaceAndRefused = (asked: { query: Query; today: string }) => (
  <>
    <RefusedCard {...asked} />
    <PaceCard {...asked} />
  </>
)
