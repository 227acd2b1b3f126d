import Checkbox from '@mui/material/Checkbox'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'

type Choice = { id: string; title: string; on: boolean; toggle: () => void }
type ColumnChoicesProps = { anchor: HTMLElement | null; choices: readonly Choice[]; onClose: () => void }

/** Which columns show; open as long as it has an anchor. */
export const ColumnChoices = ({ anchor, choices, onClose }: ColumnChoicesProps) => (
  <Menu anchorEl={anchor} open={anchor !== null} onClose={onClose}>
    {choices.map(({ id, title, on, toggle }) => (
      <MenuItem key={id} role="menuitemcheckbox" aria-checked={on} onClick={toggle} sx={{ paddingBlock: 0 }}>
        <Checkbox size="small" checked={on} tabIndex={-1} aria-hidden="true" sx={{ marginInlineStart: -1 }} />
        {title}
      </MenuItem>
    ))}
  </Menu>
)
