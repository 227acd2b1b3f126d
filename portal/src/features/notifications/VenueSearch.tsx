import { venues } from '@tablewire/contracts/estate/venues'
import { useState } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { errorText } from '#src/kit/error-text.ts'
import { FindField, type FindOption } from '#src/kit/form/FindField.tsx'
import { useSettled } from '#src/kit/use-settled.ts'
import { useT as useKitT } from '#src/kit/use-t.ts'
import { useT } from './use-t.ts'

/** More than this nobody reads: the server searches among all. */
const shownAtMost = 20

type VenueSearchProps = { taken: readonly string[]; icon: string; onChoose: (venue: FindOption) => void }

export const VenueSearch = ({ taken, icon, onChoose }: VenueSearchProps) => {
  const t = useT()
  const kit = useKitT()
  const [text, setText] = useState<string>()
  const criteria = useSettled(text?.trim() ?? '', 200)
  const query = { limit: shownAtMost, sort: 'name' as const, ...(criteria === '' ? {} : { filters: { criteria } }) }
  const venueQuery = useEndpoint(venues.mine, { query }, { ...keepRows, enabled: text !== undefined, meta: { shown: true } })
  const found = venueQuery.data?.data ?? []
  const options = found.filter(({ id }) => !taken.includes(id)).map(({ id, name, city }) => ({ id, name, note: city }))
  const more = (venueQuery.data?.total ?? 0) - found.length
  const none = venueQuery.isSuccess && options.length === 0 ? t('venues.none') : undefined
  return (
    <FindField
      label={t('venues.search')}
      placeholder={t('venues.searchHint')}
      icon={icon}
      value=""
      options={options}
      note={venueQuery.isError ? errorText(venueQuery.error, kit) : (none ?? (more > 0 ? t('venues.more', { count: more }) : undefined))}
      atOnce
      onType={setText}
      onChoose={onChoose}
    />
  )
}
