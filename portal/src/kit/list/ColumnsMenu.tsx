import { mdiViewColumnOutline } from '@mdi/js'
import IconButton from '@mui/material/IconButton'
import { useState } from 'react'
import { Icon } from '../Icon.tsx'
import { lazyWithRetry } from '../lazy-with-retry.tsx'
import { useOfficeT } from '../office/use-office-t.ts'
import type { useColumns } from './use-columns.ts'

/** Menus bring 15 kB along, which most people never open. */
const ColumnChoices = lazyWithRetry(
  () => import('./ColumnChoices.tsx').then((module) => module.ColumnChoices),
  ({ onClose }) => onClose(),
)

export const ColumnsMenu = <Row,>({ columns: { all, isOn, toggle } }: { columns: ReturnType<typeof useColumns<Row>> }) => {
  const t = useOfficeT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [asked, setAsked] = useState(false)
  const choices = all
    .filter(({ always }) => !always)
    .map((column) => ({ id: column.id, title: column.title, on: isOn(column), toggle: () => toggle(column) }))
  return (
    <>
      <IconButton
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('list.columns')}
        title={t('list.columns')}
        onClick={({ currentTarget }) => {
          setAsked(true)
          setAnchor(currentTarget)
        }}
      >
        <Icon path={mdiViewColumnOutline} />
      </IconButton>
      {asked ? <ColumnChoices anchor={anchor} choices={choices} onClose={() => setAnchor(null)} /> : null}
    </>
  )
}
