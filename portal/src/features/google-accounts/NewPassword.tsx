import Dialog from '@mui/material/Dialog'
import DialogTitle from '@mui/material/DialogTitle'
import { type GoogleAccount, googleAccounts } from '@tablewire/contracts/google/google-accounts'
import { useId } from 'react'
import { useForm } from 'react-hook-form'
import { useCall } from '#src/api/query.ts'
import { DialogForm } from '#src/kit/form/DialogForm.tsx'
import { TextInput } from '#src/kit/form/Fields.tsx'
import { useShowRefusal } from '#src/kit/form/use-show-refusal.ts'
import { useT } from './use-t.ts'

export type Shown = { username: string; password: string }
const alphabet = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789'

/** Made here, so that nobody has to think of one: 28 letters and digits that are not mistaken for one another. */
const randomPassword = (): string => {
  // Above the largest multiple of the alphabet's length some letters would come more often.
  const limit = 256 - (256 % alphabet.length)
  const bytes = Array.from(crypto.getRandomValues(new Uint8Array(80))).filter((byte) => byte < limit)
  return bytes
    .slice(0, 28)
    .map((byte) => alphabet[byte % alphabet.length])
    .join('')
}

type NewPasswordProps = { account: GoogleAccount; onClose: () => void; onMade: (account: GoogleAccount, shown: Shown) => void }

/** A password more: the one before stays good until Google has taken the new one, the one before that ends. */
export const NewPassword = ({ account, onClose, onMade }: NewPasswordProps) => {
  const t = useT()
  const titleId = useId()
  const form = useForm<{ bookingServerUsername: string }>({
    defaultValues: { bookingServerUsername: account.bookingServerUsername ?? 'google' },
  })
  const update = useCall(googleAccounts.update, { meta: { shown: true } })
  const refuse = useShowRefusal(form.setError, ['bookingServerUsername'])
  const save = form.handleSubmit(async ({ bookingServerUsername }) => {
    const shown = { username: bookingServerUsername.trim(), password: randomPassword() }
    try {
      const body = { bookingServerUsername: shown.username, bookingServerPassword: shown.password, version: account.version }
      onMade(await update.mutateAsync({ params: { id: account.id }, body }), shown)
    } catch (error) {
      refuse(error)
    }
  })
  const close = update.isPending ? () => undefined : onClose
  const { length } = account.passwords
  return (
    <Dialog open onClose={close} aria-labelledby={titleId} fullWidth maxWidth="xs">
      <DialogTitle id={titleId}>{t(length === 0 ? 'password.first' : 'password.rotate')}</DialogTitle>
      <DialogForm
        draft={{ restored: false, drop: () => undefined }}
        saveLabel={t('password.make')}
        saving={update.isPending}
        onSave={save}
        onClose={close}
      >
        <p style={{ margin: 0 }}>
          {t(length > 1 ? 'password.rotate.third' : length === 1 ? 'password.rotate.text' : 'password.first.text')}
        </p>
        <TextInput
          control={form.control}
          name="bookingServerUsername"
          label={t('f.username')}
          hint={t('h.username')}
          required
          autoComplete="off"
          slotProps={{ htmlInput: { maxLength: 64, spellCheck: false } }}
        />
      </DialogForm>
    </Dialog>
  )
}
