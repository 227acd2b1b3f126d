import { mdiCheck, mdiContentCopy, mdiLinkOff, mdiOpenInNew } from '@mdi/js'
import Button from '@mui/material/Button'
import { type SalesLink, salesLinks } from '@tablewire/contracts/rms/sales-links'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { queryClient, useCall, useEndpoint } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant, formatNumber, languageName } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { PanelBody } from '#src/kit/panel-body.ts'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { Enquiries } from './Enquiries.tsx'
import { StateTag } from './link-columns.tsx'
import { useT } from './use-t.ts'

const Address = ({ url, state }: Pick<SalesLink, 'url' | 'state'>) => {
  const t = useT()
  const [copied, setCopied] = useState(false)
  if (url === null) return <p>{t(state === 'active' ? 'address.unread' : 'address.none')}</p>
  const copy = (): void => {
    // Without https there is no clipboard; the field is chosen as a whole, ready for Ctrl C.
    navigator.clipboard?.writeText(url).then(
      () => setCopied(true),
      () => undefined,
    )
  }
  return (
    <div style={{ display: 'grid', gap: 8 }}>
      <TextField
        label={t('address')}
        value={url}
        readOnly
        onFocus={({ target }) => target.select()}
        slotProps={{ htmlInput: { spellCheck: false, dir: 'ltr' } }}
      />
      <div style={{ display: 'flex', flexWrap: 'wrap', gap: 8 }}>
        <Button variant="contained" startIcon={<Icon path={copied ? mdiCheck : mdiContentCopy} size={18} />} onClick={copy}>
          {t(copied ? 'copied' : 'copy')}
        </Button>
        <Button
          component="a"
          href={url}
          target="_blank"
          rel="noreferrer"
          color="inherit"
          startIcon={<Icon path={mdiOpenInNew} size={18} />}
        >
          {t('open')}
        </Button>
      </div>
    </div>
  )
}

const Revoke = ({ link }: { link: SalesLink }) => {
  const t = useT()
  const [asks, setAsks] = useState(false)
  const revoke = useCall(salesLinks.revoke, {
    onSuccess: () => {
      setAsks(false)
      toast.success(t('revoked'))
      void queryClient.invalidateQueries({ queryKey: ['salesLinks'] })
    },
  })
  return (
    <>
      <Button color="error" startIcon={<Icon path={mdiLinkOff} size={18} />} onClick={() => setAsks(true)} sx={{ justifySelf: 'start' }}>
        {t('revoke')}
      </Button>
      <ConfirmDialog
        open={asks}
        title={t('revoke.title')}
        confirmLabel={t('revoke')}
        danger
        busy={revoke.isPending}
        onConfirm={() => revoke.mutate({ params: { id: link.id } })}
        onClose={() => setAsks(false)}
      >
        {t('revoke.text')}
      </ConfirmDialog>
    </>
  )
}

const Facts = ({ link }: { link: SalesLink }) => {
  const t = useT()
  const facts = [
    [t('c.recipient'), link.recipient || '–'],
    [t('c.lang'), languageName(link.lang)],
    [t('c.created'), `${formatInstant(link.createdAt)} · ${link.createdBy}`],
    [t('c.expires'), formatInstant(link.expiresAt)],
    [t('c.views'), formatNumber(link.views)],
    [t('c.lastViewed'), link.lastViewedAt ? formatInstant(link.lastViewedAt) : t('never')],
  ] as const
  return (
    <dl style={{ display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '6px 16px', margin: 0 }}>
      {facts.map(([term, said]) => (
        <div key={term} style={{ display: 'contents' }}>
          <dt>{term}</dt>
          <dd style={{ margin: 0, overflowWrap: 'anywhere' }}>{said}</dd>
        </div>
      ))}
    </dl>
  )
}

/** One link: its address, what became of it, and what was written on its page. */
export const LinkPanel = ({ id }: { id: string }) => {
  const t = useT()
  const ability = useAbility()
  const { data: link, error, refetch } = useEndpoint(salesLinks.get, { params: { id } }, { meta: { shown: true } })
  if (error && !link) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!link) return <RowsSkeleton />
  return (
    <PanelBody>
      <h2 style={{ overflowWrap: 'anywhere', paddingInlineEnd: 32 }}>{link.venueName}</h2>
      <div>
        <StateTag state={link.state} />
      </div>
      <Address url={link.url} state={link.state} />
      <Facts link={link} />
      <small>{t('views.hint')}</small>
      {link.state === 'active' && ability.can('update', 'sales-links') ? <Revoke link={link} /> : null}
      <Enquiries id={id} />
    </PanelBody>
  )
}
