import Button from '@mui/material/Button'
import { useResolve } from './use-resolve.ts'
import { useT } from './use-t.ts'

type ActButtonsProps = { ids: readonly string[]; small?: boolean; onDone?: () => void }

/** Ask for ours, take over theirs, or leave it: the three things to do with a difference. */
export const ActButtons = ({ ids, small = false, onDone }: ActButtonsProps) => {
  const t = useT()
  const { may, busy, resolve } = useResolve(onDone)
  if (!may) return null
  const size = small ? 'small' : 'medium'
  return (
    <>
      <Button size={size} variant="contained" disabled={busy} onClick={() => resolve(ids, 'overwrite')}>
        {t('act.overwrite')}
      </Button>
      <Button size={size} variant="outlined" disabled={busy} onClick={() => resolve(ids, 'accept')}>
        {t('act.accept')}
      </Button>
      <Button size={size} color="inherit" disabled={busy} onClick={() => resolve(ids, 'ignore')}>
        {t('act.ignore')}
      </Button>
    </>
  )
}
