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

/** VE3: a sign-in for this venue alone. Where there is one it asks first, as the password before ends with a new one. */
export const VenueAccess = ({ venue }: { venue: VenueDetail }) => {
  const t = useT()
  const [known, setKnown] = useState<{ email: string; used: boolean }>()
  const [asked, setAsked] = useState(false)
  const [busy, setBusy] = useState(false)
  const [secrets, setSecrets] = useState<Record<string, string>>()
  const show = ({ email, password }: { email: string; password: string }): void =>
    setSecrets({ [t('credential.email')]: email, [t('credential.password')]: password })
  const working = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      toast.error(errorText(error, phrasesNow('kit')))
    }
    setBusy(false)
  }
  const params = { id: venue.id }
  const look = async (): Promise<void> => {
    const { email, password, used } = await api(venues.credential, { params })
    if (password !== null) return show({ email, password })
    setKnown({ email, used })
    setAsked(true)
  }
  const renew = async (): Promise<void> => {
    show(await api(venues.renewCredential, { params }))
    setAsked(false)
  }
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon path={mdiKeyOutline} size={18} />}
        loading={busy && !asked}
        loadingPosition="start"
        onClick={() => void working(look)}
      >
        {t('credential')}
      </Button>
      <ConfirmDialog
        open={asked}
        title={t('credential.title', { name: venue.name })}
        confirmLabel={t('credential.make')}
        busy={busy}
        onConfirm={() => void working(renew)}
        onClose={() => setAsked(false)}
      >
        <p style={{ marginBlockStart: 0, overflowWrap: 'anywhere' }}>{t('credential.known', { email: known?.email ?? '' })}</p>
        <p>{t(known?.used ? 'credential.used' : 'credential.unused')}</p>
        <p style={{ marginBlockEnd: 0 }}>{t('credential.ends')}</p>
      </ConfirmDialog>
      <SecretOnce title={t('credential.made', { name: venue.name })} secrets={secrets} onClose={() => setSecrets(undefined)} />
    </>
  )
}
