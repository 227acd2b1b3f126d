import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import { useId } from 'react'
import { Kbd } from '#src/kit/Kbd.tsx'
import { useShortcutList, useSingleKeys } from '#src/kit/shortcuts.ts'
import { useT as useKitT } from '#src/kit/use-t.ts'

const List = styled('dl')(({ theme }) => ({
  display: 'grid',
  margin: 0,
  '& > div': {
    display: 'flex',
    justifyContent: 'space-between',
    alignItems: 'center',
    gap: 16,
    minHeight: 38,
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
  },
  '& dt': { order: 2 },
  '& dd': { margin: 0 },
}))
const Hint = styled('p')(({ theme }) => ({ ...theme.typography.caption, margin: '12px 0 0', color: theme.vars.palette.text.secondary }))

/** Every key of the screen behind it. */
export const ShortcutsDialog = ({ open, onClose }: { open: boolean; onClose: () => void }) => {
  const t = useKitT()
  const titleId = useId()
  const [singleKeys, setSingleKeys] = useSingleKeys()
  const shown = useShortcutList().filter(({ enabled }) => enabled !== false)
  return (
    <Dialog open={open} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{t('shortcuts.title')}</DialogTitle>
      <DialogContent>
        <List>
          {shown.map(({ keys, label }) => (
            <div key={keys}>
              <dt>
                <Kbd keys={keys} />
              </dt>
              <dd>{label}</dd>
            </div>
          ))}
        </List>
        <Hint>{t('shortcuts.hint')}</Hint>
        <FormControlLabel
          control={<Checkbox checked={singleKeys} onChange={(_event, on) => setSingleKeys(on)} />}
          label={t('shortcuts.single')}
        />
      </DialogContent>
      <DialogActions>
        <Button onClick={onClose} autoFocus>
          {t('close')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
