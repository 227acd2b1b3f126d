import { mdiAccountAlertOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { Banner } from '../Banner.tsx'
import { formatInstant } from '../format.ts'
import { useOfficeT } from '../office/use-office-t.ts'

type ChangedNoteProps = {
  /** When somebody else saved it; undefined = nobody did. */
  at: string | undefined
  /** Something is typed here, which is compared with what they saved; otherwise theirs is shown. */
  typed: boolean
  onLook: () => void
}

/** Somebody else saved what is being edited here: said as soon as it happens, and nothing under the hands changes by itself. */
export const ChangedNote = ({ at, typed, onLook }: ChangedNoteProps) => {
  const t = useOfficeT()
  // The place is there before its words, so that they are read aloud.
  return (
    <div aria-live="polite" style={at === undefined ? undefined : { flexBasis: '100%' }}>
      {at === undefined ? null : (
        <Banner
          tone="warning"
          icon={mdiAccountAlertOutline}
          action={
            <Button size="small" variant="outlined" onClick={onLook}>
              {t(typed ? 'stale.look' : 'stale.latest')}
            </Button>
          }
        >
          {t('stale.bySomebody', { time: formatInstant(at) })}
        </Banner>
      )}
    </div>
  )
}
