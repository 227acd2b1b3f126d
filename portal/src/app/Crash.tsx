import { mdiAlertDecagramOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { ApiError } from '#src/api/api-error.ts'
import { queryClient } from '#src/api/query.ts'
import { errorText } from '#src/kit/error-text.ts'
import { Notice } from '#src/kit/Notice.tsx'
import { useT as useKitT } from '#src/kit/use-t.ts'
import { useT } from './use-t.ts'

const Ways = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8, marginTop: 12 })

/**
 * A page that broke while it was drawn. Only its own place is lost: the frame around it, the session and what other pages hold stay. The
 * address stays as well, so that both ways lead back to the same place: drawing it again, and loading the portal anew.
 */
export const Crash = ({ error, reset }: ErrorComponentProps) => {
  const t = useT()
  const kitT = useKitT()
  const away = (error instanceof ApiError && error.passing) || /dynamically imported module|module script/i.test(String(error))
  const router = useRouter()
  const again = (): void => {
    // What the page was given may be what broke it; what other places still show is kept.
    queryClient.removeQueries({ type: 'inactive' })
    reset()
    void router.invalidate()
  }
  return (
    <Notice
      heading="h1"
      announce="alert"
      icon={mdiAlertDecagramOutline}
      title={away ? kitT('error.title') : t('serverError.title')}
      text={away ? errorText(error, kitT) : t('crash.text')}
      action={
        <Ways>
          <Button variant="contained" onClick={again}>
            {t('crash.again')}
          </Button>
          {away ? null : (
            <Button variant="outlined" color="inherit" onClick={() => location.reload()}>
              {t('reload')}
            </Button>
          )}
        </Ways>
      }
    />
  )
}
