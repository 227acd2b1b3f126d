import { security } from '@tablewire/contracts/security'
import { type UserDetail, users } from '@tablewire/contracts/users'
import { useState } from 'react'
import { useCall, useEndpoint } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { errorText, fieldError } from '#src/kit/error-text.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'
import { fullName } from './user-words.tsx'

type Props = { user: UserDetail; onSaved: (user: UserDetail) => void; onClose: () => void }

/** Somebody lost phone and codes: whoever takes them away shows his own second factor, or the password where he has none. */
export const ResetFactors = ({ user, onSaved, onClose }: Props) => {
  const t = useT()
  const [text, setText] = useState('')
  const own = useEndpoint(security.state, {}, { staleTime: 0 })
  const reset = useCall(users.resetFactors, { meta: { shown: true } })
  const byCode = Boolean(own.data?.totpSince)
  const name = fullName(user)
  const wrong = reset.error
    ? (fieldError(reset.error, byCode ? 'otp' : 'currentPassword') ?? errorText(reset.error, phrasesNow('kit')))
    : undefined
  return (
    <ConfirmDialog
      open
      title={t('factors.ask', { name })}
      confirmLabel={t('factors.reset')}
      danger
      ready={own.data !== undefined && text.trim() !== ''}
      busy={reset.isPending}
      onClose={onClose}
      onConfirm={() =>
        reset.mutate(
          { params: { id: user.id }, body: byCode ? { otp: text } : { currentPassword: text } },
          {
            onSuccess: (fresh) => {
              onSaved(fresh)
              toast.success(t('factors.done', { name }))
              onClose()
            },
          },
        )
      }
    >
      <p style={{ marginBlockStart: 0 }}>{t('factors.text')}</p>
      <TextField
        label={t(byCode ? 'factors.code' : 'factors.password')}
        type={byCode ? 'text' : 'password'}
        value={text}
        onChange={({ target }) => setText(target.value)}
        error={wrong !== undefined}
        helperText={wrong}
        // What the dialog was opened for.
        // oxlint-disable-next-line jsx-a11y/no-autofocus
        autoFocus
        slotProps={{ htmlInput: { autoComplete: byCode ? 'one-time-code' : 'current-password', inputMode: byCode ? 'numeric' : 'text' } }}
      />
    </ConfirmDialog>
  )
}
