import { mdiAlertDecagramOutline, mdiMapMarkerQuestionOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { createLink, type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { brand } from '#src/api/brand.ts'
import { Notice } from '#src/kit/Notice.tsx'
import { useT } from './use-t.ts'

const LinkButton = createLink(Button)

const Screen = styled('main')({
  minHeight: '100dvh',
  display: 'grid',
  placeContent: 'center',
  justifyItems: 'center',
  padding: 16,
  '& > img': { height: 48 },
})

const Page = ({ children }: { children: ReactNode }) => (
  <Screen>
    {brand.logo ? <img src={brand.logo} alt={brand.name} /> : null}
    {children}
  </Screen>
)

const BackHome = () => {
  const t = useT()
  return (
    <LinkButton to="/" variant="contained" reloadDocument={false}>
      {t('backHome')}
    </LinkButton>
  )
}

export const NotFoundPage = () => {
  const t = useT()
  return (
    <Page>
      <Notice heading="h1" icon={mdiMapMarkerQuestionOutline} title={t('notFound.title')} text={t('notFound.text')} action={<BackHome />} />
    </Page>
  )
}

export const ServerErrorPage = () => {
  const t = useT()
  return (
    <Page>
      <Notice
        heading="h1"
        icon={mdiAlertDecagramOutline}
        title={t('serverError.title')}
        text={t('serverError.text')}
        action={<BackHome />}
      />
    </Page>
  )
}

const Ways = styled('div')({ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8, marginTop: 12 })

/**
 * A page that broke while it was drawn. Only its own place is lost: the frame around it, the session and what other pages hold stay. The
 * address stays as well, so that both ways lead back to the same place: drawing it again, and loading the portal anew.
 */
export const Crash = ({ reset }: ErrorComponentProps) => {
  const t = useT()
  const router = useRouter()
  const again = (): void => {
    reset()
    void router.invalidate()
  }
  return (
    <Notice
      heading="h1"
      announce="alert"
      icon={mdiAlertDecagramOutline}
      title={t('serverError.title')}
      text={t('crash.text')}
      action={
        <Ways>
          <Button variant="contained" onClick={again}>
            {t('crash.again')}
          </Button>
          <Button variant="outlined" color="inherit" onClick={() => location.reload()}>
            {t('reload')}
          </Button>
        </Ways>
      }
    />
  )
}
