import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { useOfficeT } from '../office/use-office-t.ts'

/** For forms without a SaveBar: what was typed before a reload stands here again. */
export const DraftNote = ({ restored, onDrop }: { restored: boolean; onDrop: () => void }) => {
  const t = useOfficeT()
  if (!restored) return null
  return (
    <Alert
      severity="info"
      // On a phone the button goes below the sentence, which would else be a narrow column.
      sx={{ flexWrap: 'wrap', '& .MuiAlert-message': { flex: '1 1 180px' } }}
      action={
        <Button size="small" color="inherit" onClick={onDrop}>
          {t('discard')}
        </Button>
      }
    >
      {t('draft.kept')}
    </Alert>
  )
}
