import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { useT } from './use-t.ts'

/** Two people map the same file: who comes second decides whose mapping stands. */
export const StaleMapping = ({ open, onDecide }: { open: boolean; onDecide: (mine: boolean) => void }) => {
  const t = useT()
  const id = useId()
  return (
    <Dialog open={open} aria-labelledby={id} fullWidth maxWidth="xs">
      <DialogTitle id={id}>{t('stale.title')}</DialogTitle>
      <DialogContent>{t('stale.text')}</DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={() => onDecide(false)}>
          {t('stale.theirs')}
        </Button>
        <Button variant="contained" onClick={() => onDecide(true)}>
          {t('stale.mine')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
