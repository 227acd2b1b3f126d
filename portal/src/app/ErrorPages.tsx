import { mdiAlertDecagramOutline, mdiMapMarkerQuestionOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { createLink } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { brand } from '#src/api/brand.ts'
import { Picture } from '#src/kit/Picture.tsx'
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
    <Picture src={brand.logo} alt={brand.name} />
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
