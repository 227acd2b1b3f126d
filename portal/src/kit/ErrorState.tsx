import { mdiCloudAlertOutline, mdiRefresh } from '@mdi/js'
import Button from '@mui/material/Button'
import { errorText } from './error-text.ts'
import { Icon } from './Icon.tsx'
import { Notice } from './Notice.tsx'
import { useT } from './use-t.ts'

type ErrorStateProps = { error: unknown; onRetry?: () => void; title?: string }

/** Where something should stand that could not be loaded: what happened, and the way to try again. */
export const ErrorState = ({ error, onRetry, title }: ErrorStateProps) => {
  const t = useT()
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
