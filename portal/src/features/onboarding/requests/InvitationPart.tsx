import Button from '@mui/material/Button'
import { type Lang, langs } from '@tablewire/contracts/kit/wire'
import { type Invitation, invitationsPerDay, onboardingInvites } from '@tablewire/contracts/onboarding/onboarding-invites'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useCall, useEndpoint } from '#src/api/query.ts'
import { useLang } from '#src/i18n/lang.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { errorText, fieldError } from '#src/kit/error-text.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant, languageName } from '#src/kit/format.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'
import { useReloadRequests } from './use-live-requests.ts'

const Resend = ({ id, invitation }: { id: string; invitation: Invitation }) => {
  const t = useT()
  const own = useLang()
  const reload = useReloadRequests()
  const [asks, setAsks] = useState(false)
  // Until something is typed it is what the request says by then: others may set it right.
  const [typed, setTyped] = useState<{ email?: string; lang?: Lang }>({})
  const { email = invitation.email ?? '', lang = invitation.lang ?? own } = typed
  const again = invitation.sentAt !== null
  const title = t(again ? 'r.i.send' : 'r.i.send.first')
  const close = (): void => {
    setAsks(false)
    setTyped({})
  }
  const send = useCall(onboardingInvites.send, {
    meta: { shown: true },
    onSuccess: () => {
      close()
      toast.success(t('r.i.again'))
    },
    onSettled: () => void reload(),
  })
  const wrong = send.isError ? (fieldError(send.error, 'email') ?? errorText(send.error, phrasesNow('kit'))) : undefined
  return (
    <>
      <Button variant="outlined" onClick={() => setAsks(true)}>
        {title}
      </Button>
      <ConfirmDialog
        open={asks}
        title={title}
        confirmLabel={title}
        busy={send.isPending}
        ready={invitation.isHere || email.trim() !== ''}
        onConfirm={() => send.mutate({ params: { id }, body: invitation.isHere ? { lang } : { email: email.trim(), lang } })}
        onClose={() => {
          close()
          send.reset()
        }}
      >
        <p style={{ marginBlockStart: 0 }}>
          {t(again ? 'r.i.hint' : 'r.i.hint.first', { left: invitation.left, most: invitationsPerDay })}
        </p>
        <div style={{ display: 'grid', gap: 16 }}>
          {invitation.isHere ? (
            <>
              <span>{t('r.i.own')}</span>
              {wrong ? <span role="alert">{wrong}</span> : null}
            </>
          ) : (
            <TextField
              label={t('r.i.email')}
              value={email}
              required
              error={send.isError}
              helperText={wrong}
              onChange={({ target }) => setTyped({ ...typed, email: target.value })}
              slotProps={{ htmlInput: { inputMode: 'email', maxLength: 254, autoComplete: 'off' } }}
            />
          )}
          <TextField
            select
            label={t('r.i.lang')}
            value={lang}
            onChange={({ target }) => setTyped({ ...typed, lang: target.value as Lang })}
          >
            {langs.map((one) => (
              <option key={one} value={one}>
                {languageName(one)}
              </option>
            ))}
          </TextField>
        </div>
      </ConfirmDialog>
    </>
  )
}

/** Where it went, and when what happened to it. */
const linesOf = (t: ReturnType<typeof useT>, { state, email, sentAt, expiresAt, answeredAt, answeredBy }: Invitation): string[] =>
  [
    email,
    sentAt && t('r.i.sentAt', { at: formatInstant(sentAt) }),
    state === 'sent' && expiresAt && t('r.i.until', { at: formatInstant(expiresAt) }),
    answeredAt && (answeredBy ? t('r.i.answeredBy', { at: formatInstant(answeredAt), who: answeredBy }) : formatInstant(answeredAt)),
  ].filter((line) => typeof line === 'string')

/** How far the restaurant's own step is, and its link sent anew. */
export const InvitationPart = ({ id }: { id: string }) => {
  const t = useT()
  const may = useAbility().can('update', 'onboarding')
  const { data, error, refetch } = useEndpoint(onboardingInvites.get, { params: { id } }, { meta: { shown: true } })
  if (error && !data) return <ErrorState error={error} onRetry={() => void refetch()} />
  if (!data || (data.state === 'none' && !data.maySend)) return null
  const { state, isHere } = data
  return (
    <section style={{ display: 'grid', gap: 8, justifyItems: 'start', fontSize: '0.875rem' }}>
      <h3>{t('r.i.title')}</h3>
      <span>{t(state === 'contact_missing' && isHere ? 'r.i.houseSilent' : `r.i.${state}`)}</span>
      <span style={{ overflowWrap: 'anywhere' }}>{linesOf(t, data).join(' · ')}</span>
      {may && data.maySend ? <Resend id={id} invitation={data} /> : null}
    </section>
  )
}
