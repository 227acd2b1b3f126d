import { mdiKeyOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { venues } from '@tablewire/contracts/estate/venues'
import { useState } from 'react'
import { api } from '#src/api/client.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { SecretOnce } from '#src/kit/form/SecretOnce.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT } from './use-t.ts'

/** VE3: a sign-in for this venue alone. It asks first, as the password before ends with it. */
export const VenueAccess = ({ venue }: { venue: VenueDetail }) => {
  const t = useT()
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [secrets, setSecrets] = useState<Record<string, string>>()
  const make = async (): Promise<void> => {
    setBusy(true)
    try {
      const { email, password } = await api(venues.credential, { params: { id: venue.id } })
      setSecrets({ [t('credential.email')]: email, [t('credential.password')]: password })
    } catch (error) {
      toast.error(errorText(error, phrasesNow('kit')))
    }
    setBusy(false)
    setAsked(false)
  }
  return (
    <>
      <Button variant="outlined" color="inherit" startIcon={<Icon path={mdiKeyOutline} size={18} />} onClick={() => setAsked(true)}>
        {t('credential')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t('credential.title', { name: venue.name })}
        confirmLabel={t('credential.make')}
        busy={busy}
        onConfirm={() => void make()}
        onClose={() => setAsked(false)}
      >
        {t('credential.text')}
      </ConfirmDialog>
      <SecretOnce title={t('credential.made', { name: venue.name })} secrets={secrets} onClose={() => setSecrets(undefined)} />
    </>
  )
}
