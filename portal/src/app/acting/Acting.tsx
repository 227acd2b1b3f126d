import { mdiAccountSwitchOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useState } from 'react'
import { useSession } from '#src/api/session.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { lazyWithRetry } from '#src/kit/lazy-with-retry.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'
import { actBack, actingDialog, useActingDialog } from './acting.ts'

const ActAsDialog = lazyWithRetry(
  () => import('./ActAsDialog.tsx').then((module) => module.ActAsDialog),
  ({ onClose }) => onClose(),
)

const Bar = styled('aside')(({ theme }) => ({
  position: 'sticky',
  top: 'var(--top-bar, 0px)',
  zIndex: theme.zIndex.appBar - 1,
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(0.5, 1.5),
  margin: theme.spacing(0, 0, 2),
  padding: theme.spacing(1, 1.5),
  border: `1px solid ${theme.vars.palette.tone.warning.solid}`,
  borderRadius: theme.vars.shape.borderRadius,
  // The soft ground lets what scrolls beneath shine through in the dark; paper below it does not.
  background: `linear-gradient(${theme.vars.palette.tone.warning.soft}, ${theme.vars.palette.tone.warning.soft}), ${theme.vars.palette.background.paper}`,
  color: theme.vars.palette.tone.warning.text,
  fontSize: '0.875rem',
  lineHeight: 1.4,
  '& > p': { flex: '1 1 200px', minWidth: 0, margin: 0, overflowWrap: 'anywhere' },
  '@media print': { position: 'static' },
}))

/** AC8: on every page while an administrator acts as somebody else, with the way back. */
const Banner = () => {
  const t = useT()
  const { userData } = useSession()
  const [busy, setBusy] = useState(false)
  const { actedBy, actingFor } = userData ?? {}
  if (!actedBy || !actingFor) return null
  const back = (): void => {
    setBusy(true)
    actBack().catch((error: unknown) => {
      setBusy(false)
      toast.error(errorText(error, phrasesNow('kit')))
    })
  }
  const who = actingFor.companyName ? `${actingFor.name} (${actingFor.companyName})` : actingFor.name
  return (
    <Bar aria-label={t('acting.title')}>
      <Icon path={mdiAccountSwitchOutline} />
      <p>
        <strong>{t('acting.as', { who })}</strong> {t('acting.recorded')}
      </p>
      <Button size="small" variant="contained" loading={busy} onClick={back}>
        {t('acting.back', { name: actedBy.name })}
      </Button>
    </Bar>
  )
}

/** All of acting as a customer that stands on a page: the banner, and the dialog once somebody opens it. */
export const Acting = () => {
  const open = useActingDialog()
  return (
    <>
      <Banner />
      {open ? <ActAsDialog onClose={actingDialog.close} /> : null}
    </>
  )
}
