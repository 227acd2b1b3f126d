import { mdiMagnify } from '@mdi/js'
import { venues } from '@tablewire/contracts/venues'
import { useState } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { FindField, type Found } from '#src/kit/form/FindField.tsx'
import { useSettled } from '#src/kit/use-settled.ts'
import { useT } from './use-t.ts'

/** More than this nobody reads: the server searches among all. */
const shownAtMost = 20

export type Chosen = { id: string; name: string }
type VenueFieldProps = {
  value: Chosen | undefined
  fault: string | undefined
  onChange: (venue: Chosen) => void
  /** In a row that says by itself what it is for: only who hears it is told. */
  compact?: boolean
  label?: string
  /** A choice before all venues. */
  also?: Chosen
}

/** The venue reservations go to, found by name among all one may see. */
export const VenueField = ({ value, fault, onChange, compact = false, label, also }: VenueFieldProps) => {
  const t = useT()
  const [text, setText] = useState<string>()
  const criteria = useSettled(text?.trim() ?? '', 200)
  const query = { limit: shownAtMost, sort: 'name' as const, ...(criteria === '' ? {} : { filters: { criteria } }) }
  const asked = useEndpoint(venues.mine, { query }, { ...keepRows, enabled: text !== undefined, meta: { shown: true } })
  const found: Found[] = (asked.data?.data ?? []).map(({ id, name, city }) => ({ id, name, note: city }))
  return (
    <FindField
      label={label ?? t('venue')}
      bare={compact}
      required={!compact}
      placeholder={t('venue.search')}
      icon={mdiMagnify}
      hint={compact ? undefined : t('venue.hint')}
      error={fault}
      note={asked.isSuccess && found.length === 0 ? t('venue.none') : undefined}
      value={value?.name ?? ''}
      options={also && criteria === '' ? [also, ...found] : found}
      atOnce
      onType={setText}
      onChoose={({ id, name }) => onChange({ id, name })}
    />
  )
}
