import { mdiCloudAlertOutline, mdiRefresh } from '@mdi/js'
import Button from '@mui/material/Button'
import { useEffect, useEffectEvent } from 'react'
import { errorText } from './error-text.ts'
import { Icon } from './Icon.tsx'
import { Notice } from './Notice.tsx'
import { useT } from './use-t.ts'

/** Until then nobody waits for an answer that is on its way. */
const againMs = 10_000

/** What failed because nobody answered is asked for again when the network is back, and until somebody answers. */
const useAgain = (passing: boolean, onRetry: (() => void) | undefined): void => {
  const again = useEffectEvent(() => onRetry?.())
  useEffect(() => {
    if (!passing) return undefined
    const ask = (): void => again()
    const timer = setInterval(ask, againMs)
    addEventListener('online', ask)
    return () => {
      clearInterval(timer)
      removeEventListener('online', ask)
    }
  }, [passing])
}

type ErrorStateProps = { error: unknown; onRetry?: () => void; title?: string }

/** Where something should stand that could not be loaded: what happened, and the way to try again. */
export const ErrorState = ({ error, onRetry, title }: ErrorStateProps) => {
  const t = useT()
  useAgain((error as { passing?: boolean } | null)?.passing === true, onRetry)
  return (
    <Notice
      announce="alert"
      icon={mdiCloudAlertOutline}
      title={title ?? t('error.title')}
      text={errorText(error, t)}
      action={
        onRetry ? (
          <Button variant="outlined" startIcon={<Icon path={mdiRefresh} size={18} />} onClick={onRetry}>
            {t('retry')}
          </Button>
        ) : null
      }
    />
  )
}
