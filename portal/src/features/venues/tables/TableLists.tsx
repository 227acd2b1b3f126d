import { mdiArrowDown, mdiArrowUp, mdiPlus, mdiTableChair } from '@mdi/js'
import Button from '@mui/material/Button'
import { type DiningTable, tables as contract, type TablePlan, tablesMost } from '@tablewire/contracts/booking/tables'
import { usualPriority } from '@tablewire/contracts/booking/tables.rules'
import { useState } from 'react'
import { keyOf, queryClient } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatList } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { KeptButton } from '#src/kit/KeptButton.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { toast } from '#src/kit/toasts.ts'
import { withoutTable, withTable, withTableAgain, withTableMoved } from './edit-plan.ts'
import { RemoveTable } from './RemoveTable.tsx'
import { TableDialog } from './TableDialog.tsx'
import type { SavePlan } from './use-plan.ts'
import { useTablesT } from './use-tables-t.ts'

type Area = { id: string; name: string }
type Shared = { plan: TablePlan; may: boolean; saving: boolean; onSave: SavePlan }

const namesBeside = ({ tables, joins }: TablePlan, id: string): string[] =>
  joins.flatMap((join) => (join.includes(id) ? tables.filter((one) => one.id !== id && join.includes(one.id)).map(({ name }) => name) : []))

type RowProps = Shared & { table: DiningTable; place: { first: boolean; last: boolean }; onEdit: () => void; onRemove: () => void }

const TableRow = ({ plan, table, may, place, onSave, onEdit, onRemove }: RowProps) => {
  const t = useTablesT()
  const { id, name, minCovers, maxCovers, online, priority = usualPriority } = table
  const beside = namesBeside(plan, id)
  const covers = minCovers > 1 ? t('covers.range', { min: minCovers, max: maxCovers }) : t('seats', { count: maxCovers })
  return (
    <ListItem
      icon={<Icon path={mdiTableChair} />}
      title={
        <>
          <span dir="auto">{name}</span>
          {online ? null : <Tag tone="neutral">{t('offline')}</Tag>}
        </>
      }
      text={[
        covers,
        priority !== usualPriority && t('priority.is', { number: priority }),
        beside.length > 0 && t('joined', { names: formatList(beside) }),
      ]
        .filter(Boolean)
        .join(' · ')}
      acts={
        may ? (
          <>
            <KeptButton
              size="small"
              color="inherit"
              sx={{ minWidth: 36 }}
              disabled={place.first}
              aria-label={t('earlier', { name })}
              onClick={() => onSave(withTableMoved(plan, id, -1))}
            >
              <Icon path={mdiArrowUp} size={20} />
            </KeptButton>
            <KeptButton
              size="small"
              color="inherit"
              sx={{ minWidth: 36 }}
              disabled={place.last}
              aria-label={t('later', { name })}
              onClick={() => onSave(withTableMoved(plan, id, 1))}
            >
              <Icon path={mdiArrowDown} size={20} />
            </KeptButton>
            <Button size="small" color="inherit" aria-label={t('edit.title', { name })} onClick={onEdit}>
              {t('edit')}
            </Button>
            <Button size="small" color="error" aria-label={t('remove.title', { name })} onClick={onRemove}>
              {t('remove')}
            </Button>
          </>
        ) : null
      }
    />
  )
}

const aTable = (areaId: string): DiningTable => ({ id: crypto.randomUUID(), name: '', areaId, minCovers: 1, maxCovers: 2, online: true })

/** The tables of each area in their order of sale, and the dialogs that change them. */
export const TableLists = ({ venueId, areas, ...shared }: Shared & { venueId: string; areas: readonly Area[] }) => {
  const t = useTablesT()
  const { plan, may, saving, onSave } = shared
  const [edited, setEdited] = useState<DiningTable>()
  const [removed, setRemoved] = useState<DiningTable>()
  const full = plan.tables.length >= tablesMost
  const archive = (table: DiningTable, releases: string[]): void => {
    const { id, name } = table
    const back = (): void => {
      const now = queryClient.getQueryData<TablePlan>(keyOf(contract.plan, { params: { id: venueId } }))
      const again = () => toast.success(t(releases.length > 0 ? 'remove.backWithout' : 'remove.back', { name }))
      if (now) onSave(withTableAgain(now, plan, id), again, [])
    }
    const done = (): void => {
      setRemoved(undefined)
      toast.undoable(`table ${id}`, t('remove.done', { name }), { label: t('remove.undo'), run: back })
    }
    onSave(withoutTable(plan, id), done, releases)
  }
  return (
    <>
      {areas.map((area) => {
        const own = plan.tables.filter(({ areaId }) => areaId === area.id)
        return (
          <FormSection key={area.id} title={area.name} hint={t('area.hint')}>
            {own.length === 0 ? <EmptyState icon={mdiTableChair} title={t('none.title')} hint={t('none.hint')} /> : null}
            {own.length > 0 ? (
              <ItemList>
                {own.map((table, index) => (
                  <TableRow
                    key={table.id}
                    {...shared}
                    table={table}
                    place={{ first: index === 0, last: index === own.length - 1 }}
                    onEdit={() => setEdited(table)}
                    onRemove={() => setRemoved(table)}
                  />
                ))}
              </ItemList>
            ) : null}
            {may ? (
              <Button
                variant="outlined"
                startIcon={<Icon path={mdiPlus} size={18} />}
                disabled={full}
                sx={{ marginTop: 1.5 }}
                onClick={() => setEdited(aTable(area.id))}
              >
                {t('add')}
              </Button>
            ) : null}
            {full ? <p>{t('full', { count: tablesMost })}</p> : null}
          </FormSection>
        )
      })}
      {edited ? (
        <TableDialog
          plan={plan}
          table={edited}
          areas={areas}
          saving={saving}
          onSave={(draft) => onSave(withTable(plan, draft), () => setEdited(undefined))}
          onClose={() => setEdited(undefined)}
        />
      ) : null}
      {removed ? (
        <RemoveTable
          venueId={venueId}
          table={removed}
          saving={saving}
          onConfirm={(releases) => archive(removed, releases)}
          onClose={() => setRemoved(undefined)}
        />
      ) : null}
    </>
  )
}
