import { mdiShieldLockOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { createLink } from '@tanstack/react-router'
import { Notice } from '#src/kit/Notice.tsx'
import { useT } from '../use-t.ts'

const LinkButton = createLink(Button)

/** AC7 */
export const NotAuthorized = () => {
  const t = useT()
  return (
    <Notice
      heading="h1"
      icon={mdiShieldLockOutline}
      title={t('notAuthorized.title')}
      text={`${t('notAuthorized.text')}\n${t('notAuthorized.hint')}`}
      action={
        <LinkButton to="/" variant="contained">
          {t('backHome')}
        </LinkButton>
      }
    />
  )
}
