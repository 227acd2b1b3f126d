import Button from '@mui/material/Button'
import DialogActions from '@mui/material/DialogActions'
import DialogContent from '@mui/material/DialogContent'
import type { BaseSyntheticEvent, ReactNode } from 'react'
import { useT } from '../use-t.ts'
import { DraftNote } from './DraftNote.tsx'

type DialogFormProps = {
  /** What `useDraft` says of this form. */
  draft: { restored: boolean; drop: () => void }
  saveLabel: string
  saving: boolean
  onSave: (event: BaseSyntheticEvent) => Promise<void>
  onClose: () => void
  children: ReactNode
}

/** What stands below the title of a dialog that edits something: the note about what was typed before, the fields, and the way out of it. */
export const DialogForm = ({ draft, saveLabel, saving, onSave, onClose, children }: DialogFormProps) => {
  const t = useT()
  return (
    <form
      noValidate
      // The form of the page behind, to which React hands on what happens in its dialogs, is not meant.
      onSubmit={(event) => {
        event.stopPropagation()
        void onSave(event)
      }}
      style={{ display: 'contents' }}
    >
      <DialogContent sx={{ display: 'grid', gridTemplateColumns: 'minmax(0, 1fr)', gap: 2.5 }}>
        <DraftNote restored={draft.restored} onDrop={draft.drop} />
        {children}
      </DialogContent>
      <DialogActions>
        <Button color="inherit" onClick={onClose} disabled={saving}>
          {t('cancel')}
        </Button>
        <Button type="submit" variant="contained" loading={saving}>
          {saveLabel}
        </Button>
      </DialogActions>
    </form>
  )
}
