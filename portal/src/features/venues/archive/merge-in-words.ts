import type { MergeForecast } from '@tablewire/contracts/estate/venue-merge'
import { formatNumber } from '#src/kit/format.ts'
import type { useT } from '../use-t.ts'

type T = ReturnType<typeof useT>
const listed = (names: readonly string[]): string => names.join(', ')

/** What the kept venue gets, line by line. */
export const movedByMerge = (t: T, { kept, other, channels, people, group, products }: MergeForecast): string[] => [
  ...(channels.length ? [t('merge.channels', { names: listed(channels) })] : []),
  ...(people ? [t('merge.people', { count: people, number: formatNumber(people) })] : []),
  ...(group === null ? [] : [t('merge.group', { name: group })]),
  ...(products.length ? [t('merge.products', { names: listed(products.map((product) => t(`merge.product.${product}`))) })] : []),
  ...(other.externalId === null ? [] : [t('merge.ownId', { id: other.externalId, name: kept.name })]),
]

/** What it does not get, and why nobody has to look for it there. */
export const leftByMerge = (t: T, { kept, channelsStay, groupLeft, reservations }: MergeForecast): string[] => [
  ...(reservations ? [t('merge.reservations', { count: reservations, number: formatNumber(reservations) })] : []),
  ...(channelsStay.length ? [t('merge.channelsStay', { name: kept.name, names: listed(channelsStay) })] : []),
  ...(groupLeft === null ? [] : [t('merge.groupLeft', { group: groupLeft, name: kept.name })]),
]
