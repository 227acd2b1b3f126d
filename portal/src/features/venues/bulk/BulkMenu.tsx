import { mdiChevronDown } from '@mdi/js'
import Button from '@mui/material/Button'
import ListItemIcon from '@mui/material/ListItemIcon'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { useT } from '../use-t.ts'
import { type BulkKind, bulkKinds } from './bulk-kinds.ts'

type Props = { archived: boolean; onChoose: (kind: BulkKind) => void }

/** VE1: what can be done with the venues chosen, as far as whoever looks may do it. */
export const BulkMenu = ({ archived, onChoose }: Props) => {
  const t = useT()
  const ability = useAbility()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const offered = bulkKinds.filter(({ kind, right }) => ability.can(...right) && kind !== (archived ? 'archive' : 'restore'))
  return (
    <>
      <Button
        size="small"
        variant="contained"
        endIcon={<Icon path={mdiChevronDown} size={16} />}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('bulk.change')}
      </Button>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {offered.map(({ kind, icon }) => (
          <MenuItem
            key={kind}
            onClick={() => {
              setAnchor(null)
              onChoose(kind)
            }}
          >
            <ListItemIcon>
              <Icon path={icon} size={20} />
            </ListItemIcon>
            {t(`bulk.${kind}`)}
          </MenuItem>
        ))}
      </Menu>
    </>
  )
}
