import Button from '@mui/material/Button'
import Dialog from '@mui/material/Dialog'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import DialogTitle from '@mui/material/DialogTitle'
import { useId } from 'react'
import { SavedBy } from '#src/kit/form/SavedBy.tsx'
import type { SaveMeanwhile } from '#src/kit/form/use-theirs.ts'
import { type Draft, draftOf, changedSections, type SavedBrand } from './brand-draft.ts'
import { useT } from './use-t.ts'

type StaleDialogProps = {
  saves: readonly SaveMeanwhile[]
  /** As the brand was when this editor opened it. */
  before: Draft
  /** As somebody else saved it meanwhile. */
  theirs: SavedBrand | undefined
  onTake: (theirs: SavedBrand) => void
  onOverwrite: (theirs: SavedBrand) => void
  onClose: () => void
}

/** Two people, one brand: who comes second sees what the first did, and decides. */
export const StaleDialog = ({ saves, before, theirs, onTake, onOverwrite, onClose }: StaleDialogProps) => {
  const t = useT()
  const titleId = useId()
  const parts = theirs ? changedSections(before, draftOf(theirs)) : []
  return (
    <Dialog open={theirs !== undefined} onClose={onClose} aria-labelledby={titleId} fullWidth maxWidth="sm">
      <DialogTitle id={titleId}>{t('stale.title')}</DialogTitle>
      <DialogContent>
        <SavedBy saves={saves} />
        <p style={{ margin: 0 }}>{t('stale.text', { parts: parts.map((part) => t(`part.${part}`)).join(', ') || '–' })}</p>
      </DialogContent>
      <DialogActions sx={{ flexWrap: 'wrap' }}>
        <Button color="inherit" onClick={onClose}>
          {t('stale.back')}
        </Button>
        <Button variant="outlined" color="error" onClick={() => theirs && onOverwrite(theirs)}>
          {t('stale.overwrite')}
        </Button>
        <Button variant="contained" onClick={() => theirs && onTake(theirs)}>
          {t('stale.take')}
        </Button>
      </DialogActions>
    </Dialog>
  )
}
