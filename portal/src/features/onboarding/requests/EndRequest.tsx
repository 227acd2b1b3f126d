import Button from '@mui/material/Button'
import { onboarding, type OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import { type Ending, isOpen, mayEnd } from '@tablewire/contracts/onboarding/onboarding.rules'
import { useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { errorText, fieldError } from '#src/kit/error-text.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'
import { useReloadRequests } from './use-live-requests.ts'

const calls = { canceled: onboarding.cancel, rejected: onboarding.reject } as const

const EndButton = ({ ending, request: { id, version, venueName } }: { ending: Ending; request: OnboardingDetail }) => {
  const t = useT()
  const reload = useReloadRequests()
  // The version that was read: the request goes on changing under the question, and what is ended is what was seen.
  const [asked, setAsked] = useState<number>()
  const [reason, setReason] = useState('')
  const end = useCall(calls[ending], {
    meta: { shown: true },
    onSuccess: () => {
      setAsked(undefined)
      setReason('')
      toast.success(t(`r.end.${ending}.done`))
    },
    onSettled: () => void reload(),
  })
  return (
    <>
      <Button color="error" onClick={() => setAsked(version)}>
        {t(`r.end.${ending}`)}
      </Button>
      <ConfirmDialog
        open={asked !== undefined}
        title={t(`r.end.${ending}.title`, { venue: venueName })}
        confirmLabel={t(`r.end.${ending}`)}
        closeLabel={t('r.end.keep')}
        danger
        busy={end.isPending}
        ready={reason.trim() !== ''}
        onConfirm={() => end.mutate({ params: { id }, body: { version: asked ?? version, reason: reason.trim() } })}
        onClose={() => {
          setAsked(undefined)
          end.reset()
        }}
      >
        <p style={{ marginBlockStart: 0 }}>{t('r.end.hint')}</p>
        <TextField
          label={t('r.reason')}
          value={reason}
          required
          multiline
          minRows={3}
          error={end.isError}
          helperText={end.isError ? (fieldError(end.error, 'reason') ?? errorText(end.error, phrasesNow('kit'))) : undefined}
          onChange={({ target }) => setReason(target.value)}
          slotProps={{ htmlInput: { maxLength: 1000, dir: 'auto' } }}
        />
      </ConfirmDialog>
    </>
  )
}

/** Taken back by whoever asked, refused by whoever was asked. */
export const EndRequest = ({ request }: { request: OnboardingDetail }) => {
  if (!isOpen(request.status)) return null
  return (['rejected', 'canceled'] as const)
    .filter((ending) => mayEnd(ending, request))
    .map((ending) => <EndButton key={ending} ending={ending} request={request} />)
}
