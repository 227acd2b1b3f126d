import { useCompanyName, useGroupName } from '#src/api/finds.ts'
import { FilterChip } from '#src/kit/FilterChip.tsx'
import type { UrlSearch } from '#src/kit/url-search.ts'
import { useT } from './use-t.ts'

type Off = Record<string, undefined>

/** What an address brings that has no field of its own, as that of the figures does: each can be seen, and taken off. */
export const GivenFilters = ({ address, onChange }: { address: UrlSearch; onChange: (off: Off) => void }) => {
  const t = useT()
  const { test, removed } = address
  const [company, brand] = [useCompanyName(address['company']), useGroupName(address['brand'])]
  const chips: { text: string; off: Off }[] = [
    ...(company ? [{ text: company, off: { company: undefined } }] : []),
    ...(brand ? [{ text: brand, off: { brand: undefined } }] : []),
    ...(test || removed ? [{ text: t('given.counted'), off: { test: undefined, removed: undefined } }] : []),
  ]
  return chips.map(({ text, off }) => (
    <FilterChip key={text} text={text} label={t('given.remove', { filter: text })} onRemove={() => onChange(off)} />
  ))
}
