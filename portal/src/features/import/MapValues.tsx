import { styled } from '@mui/material/styles'
import { type ImportBatch, imports } from '@tablewire/contracts/import/import'
import { importedStatuses, type Mapping, type ValueField } from '@tablewire/contracts/import/import.rules'
import { useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { withValue } from './import-mapping.ts'
import { MapTable } from './MapColumns.tsx'
import { useT } from './use-t.ts'
import { type VenueOption, VenueField } from './VenueField.tsx'

const Table = styled(MapTable)(({ theme }) => ({
  '& .rows': { width: 90, textAlign: 'end', fontVariantNumeric: 'tabular-nums' },
  [theme.breakpoints.down('sm')]: { '& .rows': { width: 56 }, '& th, & td': { paddingInline: theme.spacing(0.5) } },
}))

type Props = { batch: ImportBatch; field: ValueField; mapping: Mapping; onChange: (mapping: Mapping) => void }
type Choice = { value: string; label: string }

const useChoices = ({ batch, field }: Pick<Props, 'batch' | 'field'>): Choice[] => {
  const t = useT()
  if (field === 'status') return importedStatuses.map((status) => ({ value: status, label: t(`status.${status}`) }))
  if (field === 'venue')
    return [
      { value: '', label: t('values.venue.none') },
      { value: batch.venueId ?? '?', label: t('values.venue.same', { venue: batch.venueName ?? '' }) },
    ]
  const things = field === 'area' ? batch.areas : batch.channels
  return [{ value: '', label: t(`values.${field}.none`) }, ...things.map(({ id, name }) => ({ value: id, label: name }))]
}

type WordProps = {
  batch: ImportBatch
  word: string
  /** The id of ours, `''` = left out, undefined = what the word itself means. */
  chosen: string | undefined
  suggested: VenueOption | undefined
  onChoose: (id: string) => void
}

/** Which of ours a word of theirs means, found among all one may see; or none, and its rows stay out. */
const VenueWord = ({ batch, word, chosen, suggested, onChoose }: WordProps) => {
  const t = useT()
  // The mapping knows ids; the name just chosen is known here until it comes back from the server.
  const [picked, setPicked] = useState<VenueOption>()
  const none = { id: '', name: t('values.venue.none') }
  const known = [none, ...batch.venues, ...(suggested ? [suggested] : []), ...(picked ? [picked] : [])]
  const value = chosen === undefined ? suggested : known.find(({ id }) => id === chosen)
  return (
    <VenueField
      key={value?.id ?? '?'}
      compact
      label={t('map.into', { column: word })}
      value={value}
      also={none}
      fault={value ? undefined : t('values.venue.unknown')}
      onChange={(venue) => {
        setPicked(venue)
        onChoose(venue.id)
      }}
    />
  )
}

/** Their words for a status, an area or a channel, each with ours. */
export const MapValues = ({ batch, field, mapping, onChange }: Props) => {
  const t = useT()
  const choices = useChoices({ batch, field })
  // The columns are part of the question: another one has other words.
  const { data, error, refetch } = useEndpoint(
    imports.values,
    { params: { id: batch.id }, query: { field } },
    { staleTime: 0, meta: { shown: true } },
  )
  if (error) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={120} aria-hidden="true" />
  return (
    <Table>
      <thead>
        <tr>
          <th scope="col">{t('map.theirs')}</th>
          <th scope="col" className="rows">
            {t('values.rows')}
          </th>
          <th scope="col">{t('map.ours')}</th>
        </tr>
      </thead>
      <tbody>
        {data.map(({ value, rows, suggested, suggestedName }) => (
          <tr key={value}>
            <th scope="row" dir="auto">
              {value}
            </th>
            <td className="rows">{formatNumber(rows)}</td>
            <td>
              {field === 'venue' && batch.venueId === null ? (
                <VenueWord
                  batch={batch}
                  word={value}
                  chosen={mapping.values['venue']?.[value]}
                  suggested={suggested === null ? undefined : { id: suggested, name: suggestedName ?? '' }}
                  onChoose={(id) => onChange(withValue(mapping, { field, word: value }, id))}
                />
              ) : (
                <TextField
                  select
                  size="small"
                  // Of a file for one venue, what names another house stays out until somebody says otherwise.
                  value={mapping.values[field]?.[value] ?? suggested ?? (field === 'venue' ? '' : '?')}
                  slotProps={{ htmlInput: { 'aria-label': t('map.into', { column: value }) } }}
                  onChange={({ target }) => onChange(withValue(mapping, { field, word: value }, target.value))}
                >
                  <option value="?" disabled>
                    {t('values.choose')}
                  </option>
                  {choices.map((choice) => (
                    <option key={choice.value} value={choice.value}>
                      {choice.label}
                    </option>
                  ))}
                </TextField>
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </Table>
  )
}
