import { mdiFlaskOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ImportBatch, imports } from '@tablewire/contracts/import/import'
import { missingTargets, targetsOf, type ValueField, valueFields } from '@tablewire/contracts/import/import.rules'
import { useCall } from '#src/api/query.ts'
import { Card } from '#src/kit/Card.tsx'
import { StaleDialog } from '#src/kit/form/StaleDialog.tsx'
import { merged } from '#src/kit/form/stale.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Constants } from './Constants.tsx'
import { fromParts, partsOf } from './import-mapping.ts'
import { LayoutCard } from './LayoutCard.tsx'
import { MapColumns } from './MapColumns.tsx'
import { MapValues } from './MapValues.tsx'
import { SavedMappings } from './SavedMappings.tsx'
import { useMapping } from './use-mapping.ts'
import { useT } from './use-t.ts'

const Stack = styled('div')(({ theme }) => ({ display: 'grid', gap: theme.spacing(2), '& > *': { minWidth: 0 } }))
const Foot = styled('div')(({ theme }) => ({
  position: 'sticky',
  bottom: 0,
  zIndex: 2,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1, 2),
  padding: theme.spacing(1.25, 2),
  border: '1px solid var(--skin-edge)',
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '& > output': { flex: '1 1 200px', margin: 0, fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
  '& > output[data-wrong="true"]': { color: theme.vars.palette.tone.danger.text },
}))

/** The columns a field is read from, its constant, or the words of a field with ours. */
const inWords = (value: unknown): string => {
  if (value === null || typeof value !== 'object') return ''
  if ('columns' in value) return (value.columns as string[]).join(', ') || ((value as { constant?: string | null }).constant ?? '')
  return Object.entries(value as Record<string, string>)
    .map(([word, ours]) => `${word} → ${ours || '–'}`)
    .join(', ')
}

/** Which column is what; kept with every change, so that one may leave and come back. */
export const MapStep = ({ batch, onChanged }: { batch: ImportBatch; onChanged: (batch: ImportBatch) => void }) => {
  const t = useT()
  const { mapping, saving, met, change, flush, adopt, settle } = useMapping(batch)
  const check = useCall(imports.check)
  const targets = targetsOf(batch.kind).map(({ name }) => name)
  const missing = missingTargets(batch, mapping)
  // Areas belong to a venue: where the file names several, each has its own by name.
  const mappedFields = valueFields.filter((field) => field !== 'area' || batch.venueId !== null)
  const translated = mappedFields.filter((field) => (mapping.fields[field]?.columns.length ?? 0) > 0)
  const hintOf = (field: ValueField): string => {
    if (field !== 'venue') return t('values.hint')
    return batch.venueName === null ? t('values.venue.hint') : t('values.venue.chosen', { venue: batch.venueName })
  }
  const start = async (): Promise<void> => {
    await flush()
    onChanged(await check.mutateAsync({ params: { id: batch.id } }))
  }
  const said =
    saving === 'failed'
      ? t('map.failed')
      : missing.length
        ? t('map.missing', { fields: missing.map((name) => t(`field.${name}` as 'field.date')).join(', ') })
        : t(saving === 'saving' ? 'map.saving' : 'map.saved')
  return (
    <Stack>
      <LayoutCard
        batch={batch}
        flush={flush}
        onChanged={(next) => {
          adopt(next)
          onChanged(next)
        }}
      />
      <Card title={t('map.title')} hint={t('map.hint')}>
        <SavedMappings batch={batch} mapping={mapping} onChange={change} />
        <MapColumns batch={batch} mapping={mapping} onChange={change} />
      </Card>
      <Constants batch={batch} mapping={mapping} onChange={change} />
      {saving !== 'failed'
        ? translated.map((field) => (
            <Card key={field} title={t(`values.${field}`)} hint={hintOf(field)}>
              <MapValues key={mapping.fields[field]!.columns.join()} batch={batch} field={field} mapping={mapping} onChange={change} />
            </Card>
          ))
        : null}
      <Foot>
        <output data-wrong={saving === 'failed' || missing.length > 0}>{said}</output>
        <Button
          variant="contained"
          startIcon={<Icon path={mdiFlaskOutline} size={18} />}
          disabled={missing.length > 0}
          loading={check.isPending}
          onClick={() => void start().catch(() => undefined)}
        >
          {t('check')}
        </Button>
      </Foot>
      <StaleDialog
        before={partsOf(met?.before ?? mapping, targets)}
        theirs={met && partsOf(met.theirs, targets)}
        mine={partsOf(mapping, targets)}
        labelOf={(name) => t((name === 'dateOrder' || name.startsWith('values.') ? name : `field.${name}`) as 'dateOrder')}
        textOf={(name, value) => {
          if (name === 'dateOrder') return t(`dateOrder.${value as 'YMD'}`)
          const clears = value !== null && typeof value === 'object' && 'clears' in value && value.clears === true
          return `${inWords(value) || t('map.nothing')}${clears ? ` · ${t('map.clears')}` : ''}`
        }}
        onSave={(parts) => settle(fromParts(parts))}
        // Closed without a choice, both come together by themselves; where both changed the same, mine stays.
        onClose={() =>
          met &&
          settle(
            fromParts(merged(partsOf(met.before, targets), partsOf(met.theirs, targets), { mine: partsOf(mapping, targets), choices: {} })),
          )
        }
      />
    </Stack>
  )
}
