import { venues } from '@tablewire/contracts/estate/venues'
import { useState } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { FindField, type FindOption } from '#src/kit/form/FindField.tsx'
import { useSettled } from '#src/kit/use-settled.ts'
import { useT } from './use-t.ts'

/** One more venue, found by a part of its name. */
export const VenueFinder = ({ companyId, onChoose }: { companyId?: string | undefined; onChoose: (found: FindOption) => void }) => {
  const t = useT()
  const [text, setText] = useState('')
  const search = useSettled(text.trim(), 200)
  const { data, isPlaceholderData } = useEndpoint(
    venues.mine,
    { query: { limit: companyId ? 40 : 8, filters: { criteria: search } } },
    keepRows,
  )
  const options = (data?.data ?? [])
    .filter((venue) => companyId === undefined || venue.companyId === companyId)
    .slice(0, 8)
    .map(({ id, name, city }) => ({ id, name, note: city }))
  const none = search !== '' && search === text.trim() && data !== undefined && !isPlaceholderData && options.length === 0
  return (
    <FindField
      label={t('venues.add')}
      hint={t('venues.find')}
      note={none ? t('venues.notFound', { text: search }) : undefined}
      value=""
      options={options}
      onType={setText}
      onChoose={onChoose}
    />
  )
}
