import { guestData, type StoredGuest } from '@tablewire/contracts/booking/guest-data'
import { useState } from 'react'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import type { Contact } from './contact.ts'
import { useT } from './use-t.ts'

type EraseGuestProps = { contact: Contact; stored: StoredGuest; onClose: () => void; onErased: () => void }

/** For good: so the address or number is written once more, and what stays is said before. */
export const EraseGuest = ({ contact, stored, onClose, onErased }: EraseGuestProps) => {
  const t = useT()
  const [typed, setTyped] = useState('')
  const erase = useCall(guestData.erase, { meta: { shown: true } })
  const asked = 'email' in contact ? contact.email : contact.phone
  const bookings = stored.venues.flatMap((venue) => venue.bookings)
  const coming = bookings.filter(({ toCome }) => toCome).map(({ reference }) => reference)
  // People share a number, and each decides for himself alone.
  const named = [bookings, ...stored.venues.flatMap(({ guests, waitlist }) => [guests, waitlist])].flat()
  const addresses = new Set(named.flatMap(({ email }) => (email === null ? [] : [email.toLowerCase()])))
  const several = 'phone' in contact && addresses.size > 1
  // Whoever was merged with others goes with all their addresses, each of which is named.
  const merged = 'email' in contact && addresses.size > 1 ? [...addresses] : []
  const wanted = merged.length ? merged : [asked.toLowerCase()]
  const written = typed
    .trim()
    .toLowerCase()
    .split(/[\s,;]+/)
  const same = wanted.every((one) => written.includes(one)) && written.every((one) => wanted.includes(one))
  return (
    <ConfirmDialog
      open
      danger
      title={t('erase.title')}
      confirmLabel={t('erase.do')}
      busy={erase.isPending}
      ready={same && coming.length === 0 && !several}
      onClose={onClose}
      onConfirm={() =>
        erase.mutate(
          { body: { ...contact, confirm: typed.trim() } },
          {
            onSuccess: ({ open }) => {
              toast.success(t(open ? 'erase.doneAsked' : 'erase.done'))
              void queryClient.invalidateQueries({ queryKey: ['guestData'] })
              onErased()
            },
          },
        )
      }
    >
      <p>{t('erase.text', { count: bookings.length })}</p>
      <p>{t('erase.stays')}</p>
      {coming.length ? <p role="alert">{t('erase.coming', { references: coming.slice(0, 5).join(', ') })}</p> : null}
      {several ? <p role="alert">{t('erase.several', { count: addresses.size })}</p> : null}
      {merged.length ? <p role="alert">{t('erase.merged', { addresses: merged.join(', ') })}</p> : null}
      <TextField
        label={t('erase.confirm', { contact: wanted.join(', ') })}
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={erase.isError}
        helperText={erase.error ? errorText(erase.error, phrasesNow('kit')) : undefined}
        slotProps={{ htmlInput: { autoComplete: 'off', spellCheck: false, dir: 'ltr', maxLength: 4000 } }}
      />
    </ConfirmDialog>
  )
}
