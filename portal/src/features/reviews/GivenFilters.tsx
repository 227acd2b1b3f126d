import { useCompanyName, useGroupName } from '#src/api/finds.ts'
import { FilterChip } from '#src/kit/FilterChip.tsx'
import { formatDate } from '#src/kit/format.ts'
import type { UrlSearch } from '#src/kit/url-search.ts'
import { useT } from './use-t.ts'

type Off = Record<string, undefined>

const short = (date: string | undefined): string => (date ? formatDate(date, 'short') : '…')

/** What an address brings that has no field of its own, as that of the figures does: each can be seen, and taken off. */
export const GivenFilters = ({ address, onChange }: { address: UrlSearch; onChange: (off: Off) => void }) => {
  const t = useT()
  const { from, to, test, removed } = address
  const [company, brand] = [useCompanyName(address['company']), useGroupName(address['brand'])]
  const chips: { text: string; off: Off }[] = [
    ...(from || to ? [{ text: t('given.days', { from: short(from), to: short(to) }), off: { from: undefined, to: undefined } }] : []),
    ...(company ? [{ text: company, off: { company: undefined } }] : []),
    ...(brand ? [{ text: brand, off: { brand: undefined } }] : []),
    ...(test || removed ? [{ text: t('given.counted'), off: { test: undefined, removed: undefined } }] : []),
  ]
  return chips.map(({ text, off }) => (
    <FilterChip key={text} text={text} label={t('given.remove', { filter: text })} onRemove={() => onChange(off)} />
  ))
}
