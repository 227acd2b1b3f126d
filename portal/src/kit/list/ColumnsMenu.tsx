import { mdiViewColumnOutline } from '@mdi/js'
import Checkbox from '@mui/material/Checkbox'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import Tooltip from '@mui/material/Tooltip'
import { useState } from 'react'
import { Icon } from '../Icon.tsx'
import { useOfficeT } from '../office/use-office-t.ts'
import type { useColumns } from './use-columns.ts'

export const ColumnsMenu = <Row,>({ columns: { all, isOn, toggle } }: { columns: ReturnType<typeof useColumns<Row>> }) => {
  const t = useOfficeT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Tooltip title={t('list.columns')}>
        <IconButton
          aria-haspopup="menu"
          aria-expanded={anchor !== null}
          aria-label={t('list.columns')}
          onClick={({ currentTarget }) => setAnchor(currentTarget)}
        >
          <Icon path={mdiViewColumnOutline} />
        </IconButton>
      </Tooltip>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {all
          .filter(({ always }) => !always)
          .map((column) => (
            <MenuItem
              key={column.id}
              role="menuitemcheckbox"
              aria-checked={isOn(column)}
              onClick={() => toggle(column)}
              sx={{ paddingBlock: 0 }}
            >
              <Checkbox size="small" checked={isOn(column)} tabIndex={-1} aria-hidden="true" sx={{ marginInlineStart: -1 }} />
              {column.title}
            </MenuItem>
          ))}
      </Menu>
    </>
  )
}
