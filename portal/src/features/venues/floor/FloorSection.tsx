import { mdiFloorPlan } from '@mdi/js'
import Button from '@mui/material/Button'
import type { FloorLayout } from '@tablewire/contracts/booking/floor'
import type { TablePlan } from '@tablewire/contracts/booking/tables'
import { useId } from 'react'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { emptyLayout, withArea } from './edit-floor.ts'
import { FloorEditor } from './FloorEditor.tsx'
import { FloorSaving } from './FloorSaving.tsx'
import { FloorEditorRoot } from './floor-styles.ts'
import { useFloor } from './use-floor.ts'
import { useFloorT } from './use-floor-t.ts'

type FloorSectionProps = {
  venueId: string
  plan: TablePlan
  areas: readonly { id: string; name: string }[]
  may: boolean
}

/** Where the tables of a venue stand, in as many layouts as it has, each with its days. */
export const FloorSection = ({ venueId, plan, areas, may }: FloorSectionProps) => {
  const t = useFloorT()
  const titleId = useId()
  const draft = useFloor(venueId)
  const { query, layouts, change } = draft
  const begin = (arrange: boolean): void => {
    const empty = emptyLayout(t('layout.usual'))
    const used = areas.filter(({ id }) => plan.tables.some(({ areaId }) => areaId === id))
    change([arrange ? used.reduce<FloorLayout>((layout, { id }) => withArea(layout, plan, id), empty) : empty])
  }
  const body = () => {
    if (query.error && !query.data) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />
    if (!query.data) return <RowsSkeleton rows={5} />
    if (plan.tables.length === 0) return <EmptyState icon={mdiFloorPlan} title={t('empty.tables')} hint={t('empty.tablesHint')} />
    if (layouts.length === 0)
      return (
        <EmptyState
          icon={mdiFloorPlan}
          title={t('empty.title')}
          hint={t('empty.hint')}
          action={
            may ? (
              <span style={{ display: 'inline-flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8 }}>
                <Button variant="contained" onClick={() => begin(true)}>
                  {t('empty.arrange')}
                </Button>
                <Button color="inherit" onClick={() => begin(false)}>
                  {t('empty.draw')}
                </Button>
              </span>
            ) : null
          }
        />
      )
    return <FloorEditor draft={draft} plan={plan} areas={areas} may={may} />
  }
  return (
    <FloorEditorRoot aria-labelledby={titleId}>
      <header>
        <h2 id={titleId}>{t('title')}</h2>
        <p>{t('hint')}</p>
      </header>
      {body()}
      {may && query.data && (layouts.length > 0 || draft.dirty) ? <FloorSaving draft={draft} /> : null}
    </FloorEditorRoot>
  )
}
