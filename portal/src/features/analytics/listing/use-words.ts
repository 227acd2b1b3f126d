import type { CopyState, ListingField } from '@tablewire/contracts/listing/copies'
import type { ListingGap } from '@tablewire/contracts/listing/completeness.rules'
import { areaPhrases } from '#src/i18n/phrases.ts'

/** What a listing lacks, and how a channel shows it, in the words of their own pages. */
export const useGapWords = areaPhrases<Record<`g.${ListingGap}`, string>>('listing')
export const usePlaceWords = areaPhrases<Record<`f.${ListingField}` | `state.${CopyState}`, string>>('listing-copies')
