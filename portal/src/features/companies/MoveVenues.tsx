import { companies, type CompanyTree, type VenueMove } from '@tablewire/contracts/estate/companies'
import { useState } from 'react'
import { queryClient, useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import type { FindOption } from '#src/kit/form/FindField.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { ChosenVenues } from './ChosenVenues.tsx'
import { useT } from './use-t.ts'
import { VenueFinder } from './VenueFinder.tsx'

/** What a move changes and for whom, before it happens. */
const Consequences = ({ plan }: { plan: VenueMove }) => {
  const t = useT()
  const { losing, losingTotal, gainingTotal, reservations, brandBefore, brandAfter } = plan
  const more = losingTotal > losing.length ? ` … (${formatNumber(losingTotal)})` : ''
  return (
    <ul style={{ margin: '12px 0 0', paddingInlineStart: 18, lineHeight: 1.6 }}>
      <li>{t('move.reservations', { count: reservations })}</li>
      <li>{losingTotal === 0 ? t('move.losing.none') : t('move.losing', { names: losing.map(({ name }) => name).join(', ') + more })}</li>
      <li>{t('move.gaining', { count: gainingTotal })}</li>
      {brandBefore === brandAfter ? null : <li>{t('move.brand', { before: brandBefore, after: brandAfter })}</li>}
    </ul>
  )
}

type MoveVenuesProps = { company: CompanyTree; onClose: () => void }

/** Venues into this company, and there into a group: first who sees them is said, then they move. */
export const MoveVenues = ({ company, onClose }: MoveVenuesProps) => {
  const t = useT()
  const [chosen, setChosen] = useState<FindOption[]>([])
  const [groupId, setGroupId] = useState('')
  const plan = useCall(companies.planMove)
  const move = useCall(companies.moveVenues)
  const inputFor = (venues: readonly FindOption[], group: string) => ({
    params: { id: company.id },
    body: { venues: venues.map(({ id }) => id), groupId: group || null },
  })
  const change = (venues: FindOption[], group: string): void => {
    setChosen(venues)
    setGroupId(group)
    if (venues.length > 0) plan.mutate(inputFor(venues, group))
    else plan.reset()
  }
  return (
    <ConfirmDialog
      open
      title={t('move.title', { name: company.name })}
      confirmLabel={t('move')}
      ready={chosen.length > 0 && plan.isSuccess}
      busy={move.isPending}
      onClose={onClose}
      onConfirm={() =>
        move.mutate(inputFor(chosen, groupId), {
          onSuccess: ({ moved }) => {
            for (const area of ['companies', 'groups', 'venues', 'users']) void queryClient.invalidateQueries({ queryKey: [area] })
            toast.success(t('move.done', { count: moved }))
            onClose()
          },
        })
      }
    >
      <div style={{ display: 'grid', gap: 14, minHeight: 320, alignContent: 'start' }}>
        <VenueFinder onChoose={(found) => change([...chosen.filter(({ id }) => id !== found.id), found], groupId)} />
        {company.groups.length > 0 ? (
          <TextField select label={t('move.group')} value={groupId} onChange={({ target }) => change(chosen, target.value)}>
            <option value="">{t('tree.ungrouped')}</option>
            {company.groups.map(({ id, name }) => (
              <option key={id} value={id}>
                {name}
              </option>
            ))}
          </TextField>
        ) : null}
        {chosen.length > 0 ? (
          <ChosenVenues
            venues={chosen}
            onRemove={(id) =>
              change(
                chosen.filter((one) => one.id !== id),
                groupId,
              )
            }
          />
        ) : null}
        {plan.data && chosen.length > 0 ? <Consequences plan={plan.data} /> : null}
      </div>
    </ConfirmDialog>
  )
}
