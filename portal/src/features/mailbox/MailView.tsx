import { mdiArrowLeft } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { mailbox } from '@tablewire/contracts/operations/mailbox'
import type { Result } from '@tablewire/contracts/kit/endpoint'
import type { ReactNode } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { MailFrame } from '#src/kit/MailFrame.tsx'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { useT } from './use-t.ts'

const Mail = styled('article')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  minHeight: '100%',
  '& > header': { padding: theme.spacing(2, 2.5), borderBottom: `1px solid ${theme.vars.palette.divider}` },
  '& h2': { ...theme.typography.h2, margin: '0 0 8px', overflowWrap: 'anywhere' },
  '& dl': { display: 'grid', gridTemplateColumns: 'max-content minmax(0, 1fr)', gap: '2px 12px', margin: 0, fontSize: '0.8125rem' },
  '& dt': { color: theme.vars.palette.text.secondary },
  '& dd': { margin: 0, overflowWrap: 'anywhere' },
  '& > iframe': { flex: 1, minHeight: 320, border: 0, backgroundColor: '#ffffff' },
  '& > pre': {
    flex: 1,
    margin: 0,
    padding: theme.spacing(2.5),
    font: 'inherit',
    fontSize: '0.875rem',
    whiteSpace: 'pre-wrap',
    overflowWrap: 'anywhere',
  },
}))
const Notice = styled(Alert)({ borderRadius: 0 })
const Wait = styled('div')(({ theme }) => ({ padding: theme.spacing(3) }))
const Back = styled(Button)(({ theme }) => ({ marginBottom: 8, marginLeft: -8, [theme.breakpoints.up('md')]: { display: 'none' } }))

const BackButton = ({ onBack }: { onBack: () => void }) => {
  const t = useT()
  return (
    <Back startIcon={<Icon path={mdiArrowLeft} size={18} />} onClick={onBack}>
      {t('back')}
    </Back>
  )
}

type Letter = Omit<Result<typeof mailbox.get>, 'linksHidden'>

/** The mail as its reader would see it, with a word of ours above it. */
export const MailLetter = ({ mail, onBack, notice }: { mail: Letter; onBack: () => void; notice?: ReactNode }) => {
  const t = useT()
  return (
    <Mail>
      <header>
        <BackButton onBack={onBack} />
        <h2>{mail.subject}</h2>
        <dl>
          <dt>{t('from')}</dt>
          <dd>{mail.from}</dd>
          <dt>{t('to')}</dt>
          <dd>{mail.to}</dd>
          <dt>{t('sent')}</dt>
          <dd>{formatInstant(mail.sentAt)}</dd>
        </dl>
      </header>
      {notice}
      {mail.html === '' ? <pre>{mail.text}</pre> : <MailFrame title={t('body')} html={mail.html} />}
    </Mail>
  )
}

export const MailView = ({ id, onBack }: { id: string; onBack: () => void }) => {
  const t = useT()
  const { data: mail, error, refetch } = useEndpoint(mailbox.get, { params: { id } }, { staleTime: Number.POSITIVE_INFINITY })
  if (!mail)
    return (
      <Wait>
        <BackButton onBack={onBack} />
        {error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <FormSkeleton fields={3} />}
      </Wait>
    )
  return <MailLetter mail={mail} onBack={onBack} notice={mail.linksHidden ? <Notice severity="info">{t('links.hidden')}</Notice> : null} />
}
