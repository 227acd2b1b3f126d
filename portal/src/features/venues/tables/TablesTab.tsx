import FormControlLabel from '@mui/material/FormControlLabel'
import FormHelperText from '@mui/material/FormHelperText'
import Switch from '@mui/material/Switch'
import { venues } from '@tablewire/contracts/estate/venues'
import { useId, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { FloorSection } from '../floor/FloorSection.tsx'
import { TouchedDialog } from '../floor/TouchedDialog.tsx'
import { ChainList } from './ChainList.tsx'
import { SaleOrder } from './SaleOrder.tsx'
import { TableLists } from './TableLists.tsx'
import { usePlan } from './use-plan.ts'
import { useTablesT } from './use-tables-t.ts'

/** The tables of a venue, which of them can be joined, and whether it works with them. */
export const TablesTab = ({ venueId }: { venueId: string }) => {
  const t = useTablesT()
  const about = useId()
  const [leaving, leave] = useState(false)
  const may = useAbility().can('update', 'settings-restaurant')
  const { query, plan, save, saving, hit } = usePlan(venueId)
  const areas = useEndpoint(venues.areas, { params: { id: venueId } })
  const error = query.error ?? areas.error
  if (error && !(plan && areas.data))
    return <ErrorState error={error} onRetry={() => void Promise.all([query.refetch(), areas.refetch()])} />
  if (!plan || !areas.data) return <RowsSkeleton rows={6} />
  const shared = { plan, may, saving, onSave: save }
  return (
    <>
      <FormSection title={t('title')} hint={t('hint')}>
        <FormControlLabel
          label={t('on')}
          control={<Switch checked={plan.on} disabled={!may} onChange={(_, on) => (on ? save({ ...plan, on }) : leave(true))} />}
        />
        <FormControlLabel
          label={t('decides')}
          control={
            <Switch
              checked={plan.decides === true}
              disabled={!may || !plan.on}
              slotProps={{ input: { 'aria-describedby': about } }}
              onChange={(_, decides) => save({ ...plan, decides })}
            />
          }
        />
        <FormHelperText id={about}>{t('decides.hint')}</FormHelperText>
      </FormSection>
      {plan.on || plan.tables.length > 0 ? <FloorSection key={venueId} venueId={venueId} plan={plan} areas={areas.data} may={may} /> : null}
      <TouchedDialog {...hit} />
      <ConfirmDialog
        open={leaving}
        title={t('off.title')}
        confirmLabel={t('off')}
        busy={saving}
        onConfirm={() => save({ ...plan, on: false }, () => leave(false))}
        onClose={() => leave(false)}
      >
        {t('off.text')}
      </ConfirmDialog>
      <TableLists {...shared} venueId={venueId} areas={areas.data} />
      <FormSection title={t('chains')} hint={t('chains.about')}>
        <ChainList {...shared} />
      </FormSection>
      {plan.tables.length > 0 ? (
        <FormSection title={t('order')} hint={t('order.hint')}>
          <SaleOrder plan={plan} areas={areas.data} />
        </FormSection>
      ) : null}
    </>
  )
}
