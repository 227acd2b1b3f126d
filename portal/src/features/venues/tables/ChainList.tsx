import Button from '@mui/material/Button'
import { mdiTableChair } from '@mdi/js'
import type { TablePlan } from '@tablewire/contracts/booking/tables'
import { useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { ChainDialog } from './ChainDialog.tsx'
import { chainRows, type ChainRow, withChain } from './edit-plan.ts'
import type { SavePlan } from './use-plan.ts'
import { useTablesT } from './use-tables-t.ts'

/** More of them nobody looks through. */
const shownMost = 60

type ChainItemProps = { row: ChainRow; may: boolean; onEdit: () => void }

const ChainItem = ({ row, may, onEdit }: ChainItemProps) => {
  const t = useTablesT()
  const { chain, name, sum } = row
  const sold = !chain.off
  return (
    <ListItem
      icon={<Icon path={mdiTableChair} />}
      title={
        <>
          <span dir="auto">{name}</span>
          {chain.off ? <Tag tone="neutral">{t('chain.isOff')}</Tag> : null}
          {sold && !(chain.online ?? row.online) ? <Tag tone="neutral">{t('offline')}</Tag> : null}
        </>
      }
      text={[t('seats', { count: chain.covers ?? sum }), sold && chain.priority && t('priority.is', { number: chain.priority })]
        .filter(Boolean)
        .join(' · ')}
      acts={
        may ? (
          <Button size="small" color="inherit" aria-label={t('edit.title', { name })} onClick={onEdit}>
            {t('edit')}
          </Button>
        ) : null
      }
    />
  )
}

/** What can be set up from joined tables, how many it seats, and whether it is. */
export const ChainList = ({ plan, may, saving, onSave }: { plan: TablePlan; may: boolean; saving: boolean; onSave: SavePlan }) => {
  const t = useTablesT()
  const [open, setOpen] = useState<ChainRow>()
  const rows = chainRows(plan)
  if (rows.length === 0) return <p style={{ margin: 0 }}>{t('chains.none')}</p>
  return (
    <>
      <ItemList>
        {rows.slice(0, shownMost).map((row) => (
          <ChainItem key={row.name} row={row} may={may} onEdit={() => setOpen(row)} />
        ))}
      </ItemList>
      {rows.length > shownMost ? <p style={{ marginBlockEnd: 0 }}>{t('chains.more', { count: rows.length - shownMost })}</p> : null}
      {open ? (
        <ChainDialog
          row={open}
          saving={saving}
          onSave={(chain) => onSave(withChain(plan, chain), () => setOpen(undefined))}
          onClose={() => setOpen(undefined)}
        />
      ) : null}
    </>
  )
}
