import type { useOfficeT } from '#src/kit/office/use-office-t.ts'
import type { Field, ListingForm } from './listing-form.ts'
import type { useT } from './use-t.ts'

type T = ReturnType<typeof useT>
type Key = Parameters<T>[0]

const prefixes: Partial<Record<Field, string>> = {
  categories: 'cat',
  cuisines: 'cu',
  payments: 'pay',
  parking: 'pa',
  dress: 'dr',
  priceRange: 'price',
}
const spansInWords = (spans: readonly { from: string; to: string }[], closed: string): string =>
  spans.map(({ from, to }) => `${from}–${to}`).join(', ') || closed

/** A value as a reader would say it, for choosing between two. */
export const valueInWords =
  (t: T, office: ReturnType<typeof useOfficeT>) =>
  (field: Field, value: unknown): string => {
    if (value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0)) return office('none')
    const prefix = prefixes[field]
    if (prefix)
      return [value]
        .flat()
        .map((one) => t(`${prefix}.${one as string}` as Key))
        .join(', ')
    if (field === 'photos') return (value as ListingForm['photos']).map(({ kind, alt }) => alt.en || t(`pk.${kind}`)).join(', ')
    if (field === 'ownWeek')
      return (value as NonNullable<ListingForm['ownWeek']>).map(({ day, from, to }) => `${day}: ${from}–${to}`).join(', ')
    if (field === 'ownDays')
      return (value as ListingForm['ownDays'])
        .map(({ fromOn, name, spans }) => `${fromOn} ${name} ${spansInWords(spans, t('closed'))}`)
        .join('\n')
    if (field === 'attributes')
      return Object.entries(value as ListingForm['attributes'])
        .filter(([, said]) => said)
        .map(([one, said]) => `${t(`at.${one}` as Key)}: ${t(said === 'yes' ? 'attr.yes' : 'attr.no')}`)
        .join(', ')
    if (typeof value === 'object')
      return Object.entries(value as Record<string, string>)
        .filter(([, text]) => text)
        .map(([name, text]) => `${name}: ${text}`)
        .join('\n')
    return String(value as string | number)
  }
