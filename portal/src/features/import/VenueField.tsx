import { mdiMagnify } from '@mdi/js'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import Switch from '@mui/material/Switch'
import { venues } from '@tablewire/contracts/estate/venues'
import { useState } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { FindField, type FindOption } from '#src/kit/form/FindField.tsx'
import { useSettled } from '#src/kit/use-settled.ts'
import { useT } from './use-t.ts'

/** More than this nobody reads: the server searches among all. */
const shownAtMost = 20

export type VenueOption = { id: string; name: string }
type VenueFieldProps = {
  value: VenueOption | undefined
  fault: string | undefined
  onChange: (venue: VenueOption) => void
  /** In a row that says by itself what it is for: only who hears it is told. */
  compact?: boolean
  label?: string
  /** A choice before all venues. */
  also?: VenueOption
}

/** The venue reservations go to, found by name among all one may see. */
export const VenueField = ({ value, fault, onChange, compact = false, label, also }: VenueFieldProps) => {
  const t = useT()
  const [text, setText] = useState<string>()
  const criteria = useSettled(text?.trim() ?? '', 200)
  const query = { limit: shownAtMost, sort: 'name' as const, ...(criteria === '' ? {} : { filters: { criteria } }) }
  const venueQuery = useEndpoint(venues.mine, { query }, { ...keepRows, enabled: text !== undefined, meta: { shown: true } })
  const found: FindOption[] = (venueQuery.data?.data ?? []).map(({ id, name, city }) => ({ id, name, note: city }))
  return (
    <FindField
      label={label ?? t('venue')}
      bare={compact}
      required={!compact}
      placeholder={t('venue.search')}
      icon={mdiMagnify}
      hint={compact ? undefined : t('venue.hint')}
      error={fault}
      note={venueQuery.isSuccess && found.length === 0 ? t('venue.none') : undefined}
      value={value?.name ?? ''}
      options={also && criteria === '' ? [also, ...found] : found}
      atOnce
      onType={setText}
      onChoose={({ id, name }) => onChange({ id, name })}
    />
  )
}

const Hint = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: 0, color: theme.vars.palette.text.secondary }))

export type Where = {
  several: boolean
  onSeveral: (several: boolean) => void
  venue: VenueOption | undefined
  fault: string | undefined
  onVenue: (venue: VenueOption) => void
}

/** All reservations go to one venue, or the file says of each where it goes. */
export const WhereTo = ({ several, onSeveral, venue, fault, onVenue }: Where) => {
  const t = useT()
  return (
    <>
      <FormControlLabel
        control={<Switch checked={several} onChange={(_, on) => onSeveral(on)} />}
        label={t('several')}
        sx={{ marginBlockEnd: 2 }}
      />
      {several ? <Hint>{t('several.hint')}</Hint> : <VenueField value={venue} fault={fault} onChange={onVenue} />}
    </>
  )
}
