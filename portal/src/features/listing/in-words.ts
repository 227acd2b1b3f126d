import type { useOfficeT } from '#src/kit/office/use-office-t.ts'
import { isLang, languages } from '#src/i18n/lang.ts'
import { formatDate } from '#src/kit/format.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import { weekdays } from '#src/kit/week.ts'
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
    if (field === 'ownWeek') {
      const week = value as NonNullable<ListingForm['ownWeek']>
      const spansOf = (day: number): string =>
        spansInWords(
          week.filter((one) => one.day === day),
          t('closed'),
        )
      return weekdays.map((day) => `${weekdayName(day)}: ${spansOf(day)}`).join('\n')
    }
    if (field === 'ownDays')
      return (value as ListingForm['ownDays'])
        .map(({ fromOn, toOn, name, spans }) =>
          [toOn === fromOn ? formatDate(fromOn) : `${formatDate(fromOn)}–${formatDate(toOn)}`, name, spansInWords(spans, t('closed'))]
            .filter(Boolean)
            .join(' '),
        )
        .join('\n')
    if (field === 'attributes')
      return Object.entries(value as ListingForm['attributes'])
        .filter(([, said]) => said)
        .map(([one, said]) => `${t(`at.${one}` as Key)}: ${t(said === 'yes' ? 'attr.yes' : 'attr.no')}`)
        .join(', ')
    if (typeof value === 'object')
      return Object.entries(value as Record<string, string>)
        .filter(([, text]) => text)
        .map(([name, text]) => `${isLang(name) ? languages[name] : field === 'social' ? t(`net.${name}` as Key) : name}: ${text}`)
        .join('\n')
    return String(value as string | number)
  }
