import { mdiPlus, mdiSilverwareForkKnife } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { companies, type CompanyTree, type TreeVenue } from '@tablewire/contracts/estate/companies'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { MoveVenues } from './MoveVenues.tsx'
import { useT } from './use-t.ts'

const Branch = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  '& ul': { margin: '6px 0 0', paddingInlineStart: 18, listStyle: 'none', borderInlineStart: `1px solid ${theme.vars.palette.divider}` },
  '& li': { padding: '5px 0', overflowWrap: 'anywhere' },
  '& small': { marginInlineStart: 8, color: theme.vars.palette.text.secondary },
  '& .area': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
}))

const Venues = ({ venues }: { venues: readonly TreeVenue[] }) => {
  const t = useT()
  if (venues.length === 0) return <p className="area">{t('tree.none')}</p>
  return (
    <ul>
      {venues.map(({ id, name, city, active, areas }) => (
        <li key={id}>
          <strong>{name}</strong>
          {city ? <small>{city}</small> : null}
          {active ? null : (
            <small>
              <Tag tone="neutral">{t('inactive')}</Tag>
            </small>
          )}
          <ul>
            {areas.map((area) => (
              <li key={area.id} className="area">
                {area.name}
                <small>{t('count.seats', { count: area.capacity })}</small>
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** Company → group → venue → area, and the way venues move in. */
export const CompanyTreeView = ({ id }: { id: string }) => {
  const t = useT()
  const may = useAbility().can('update', 'companies')
  const [moving, setMoving] = useState(false)
  const query = useEndpoint(companies.tree, { params: { id } })
  if (query.isError) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
  if (!query.data) return <RowsSkeleton rows={8} />
  const tree: CompanyTree = query.data
  const shown = tree.venues.length + tree.groups.reduce((sum, group) => sum + group.venues.length, 0)
  return (
    <FormSection title={t('tab.tree')} hint={t('tree.hint')}>
      {tree.venueTotal === 0 && tree.groups.length === 0 ? <EmptyState icon={mdiSilverwareForkKnife} title={t('tree.empty')} /> : null}
      <Branch aria-label={tree.name}>
        {tree.groups.map((group) => (
          <li key={group.id}>
            <strong>{group.name}</strong>
            <small>{t('count.venues', { count: group.venues.length })}</small>
            <Venues venues={group.venues} />
          </li>
        ))}
        {tree.venues.length > 0 ? (
          <li>
            <strong>{t('tree.ungrouped')}</strong>
            <small>{t('count.venues', { count: tree.venues.length })}</small>
            <Venues venues={tree.venues} />
          </li>
        ) : null}
      </Branch>
      {shown < tree.venueTotal ? <p>{t('tree.more', { count: tree.venueTotal - shown })}</p> : null}
      {may ? (
        <Button
          variant="outlined"
          startIcon={<Icon path={mdiPlus} size={18} />}
          onClick={() => setMoving(true)}
          sx={{ marginBlockStart: 2 }}
        >
          {t('move.here')}
        </Button>
      ) : null}
      {moving ? <MoveVenues company={tree} onClose={() => setMoving(false)} /> : null}
    </FormSection>
  )
}
