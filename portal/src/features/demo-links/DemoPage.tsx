import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { demo } from '@tablewire/contracts/demo/demo-links'
import { useParams } from '@tanstack/react-router'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import { useEffect, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { sessionStore } from '#src/api/session.ts'
import { brand } from '#src/api/brand.ts'
import { enterDemo } from '#src/api/tab-session.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { Picture } from '#src/kit/Picture.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { formatInstant } from '#src/kit/format.ts'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { ownZone } from '#src/kit/zone-clock.ts'
import { useT } from './use-t.ts'

const Screen = styled('main')(({ theme }) => ({
  minHeight: '100dvh',
  display: 'grid',
  alignContent: 'center',
  justifyItems: 'center',
  padding: theme.spacing(3),
  '& > div': { width: '100%', maxWidth: 460, display: 'grid', gap: theme.spacing(2) },
  '& > div > header': {
    display: 'flex',
    alignItems: 'center',
    gap: 12,
    minWidth: 0,
    fontSize: '1.125rem',
    fontWeight: 600,
    overflowWrap: 'anywhere',
  },
  '& img': { flexShrink: 0, width: 36, height: 36, objectFit: 'contain' },
  '& h1': { margin: 0, fontSize: '1.5rem', lineHeight: 1.25, overflowWrap: 'anywhere' },
  '& p': { margin: 0, color: theme.vars.palette.text.secondary, lineHeight: 1.5 },
  '& [role="alert"]': { color: theme.vars.palette.error.main },
}))

type Link =
  | { state: 'checking' }
  | { state: 'open'; link: Result<typeof demo.look> }
  | { state: 'closed'; text: string }
  | { state: 'failed'; error: unknown }

/** What does not open, and why, is said; what could not be asked is asked again. */
const isClosed = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 404 || error.status === 410 || error.status === 400)

const looked = async (token: string): Promise<Link> => {
  try {
    return { state: 'open', link: await api(demo.look, { params: { token } }) }
  } catch (error) {
    return isClosed(error) ? { state: 'closed', text: errorText(error, phrasesNow('kit')) } : { state: 'failed', error }
  }
}

type OpenProps = { token: string; link: Result<typeof demo.look>; /** By signing out of it. */ left: boolean }
const Open = ({ token, link, left }: OpenProps) => {
  const t = useT()
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState('')
  const start = async (): Promise<void> => {
    setBusy(true)
    setRefusal('')
    try {
      const begun = await api(demo.start, { params: { token }, body: { timeZone: ownZone() } })
      enterDemo(token)
      sessionStore.start(begun.token)
      location.assign('/')
    } catch (error) {
      setBusy(false)
      setRefusal(errorText(error, phrasesNow('kit')))
    }
  }
  return (
    <>
      <h1>{t(left ? 'page.left' : 'page.title', { name: link.venueName ?? link.brandName })}</h1>
      <p>{t(left ? 'page.left.text' : 'page.text')}</p>
      <p>{t(link.running ? 'page.until' : 'page.opensUntil', { when: formatInstant(link.endsAt) })}</p>
      {refusal ? <p role="alert">{refusal}</p> : null}
      <Button variant="contained" size="large" loading={busy} onClick={() => void start()}>
        {t(link.running ? 'page.back' : 'page.start')}
      </Button>
    </>
  )
}

/** Behind the link of a mail, in the brand and language of the link, as the server wrote the page. Opening it starts nothing; the button does. */
export const DemoPage = () => {
  const t = useT()
  const { token = '' } = useParams({ strict: false })
  const [{ left }] = useUrlSearch()
  const [link, setLink] = useState<Link>({ state: 'checking' })
  useEffect(() => {
    void looked(token).then(setLink)
  }, [token])
  return (
    <Screen>
      <div>
        <header>
          <Picture src={brand.menuLogo} alt="" />
          <span>{brand.name}</span>
        </header>
        {link.state === 'checking' ? <FormSkeleton fields={2} /> : null}
        {link.state === 'failed' ? <ErrorState error={link.error} onRetry={() => void looked(token).then(setLink)} /> : null}
        {link.state === 'closed' ? (
          <>
            <h1>{t('page.closed')}</h1>
            <p>{link.text}</p>
          </>
        ) : null}
        {link.state === 'open' ? <Open token={token} link={link.link} left={link.link.running && left === 'yes'} /> : null}
      </div>
    </Screen>
  )
}
