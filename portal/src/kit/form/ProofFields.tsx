import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { useOfficeT } from '../office/use-office-t.ts'
import { TextField } from '../TextField.tsx'

type Way = 'totp' | 'passkey' | 'recovery_code'
export type ProofDraft = { password: string; way: Way | undefined; code: string }
export type ProofErrors = { password?: string | undefined; code?: string | undefined }

const Stack = styled('div')({ display: 'grid', gap: 16 })
const Others = styled('div')({ display: 'grid', justifyItems: 'start' })
const Note = styled('p')(({ theme }) => ({ margin: 0, fontSize: '0.875rem', color: theme.vars.palette.text.secondary }))

type ProofFieldsProps = {
  /** The second factors that can be shown here; none = the password alone. */
  ways: readonly Way[]
  email: string
  shown: ProofDraft
  faults: ProofErrors
  onChange: (shown: ProofDraft) => void
}

/** Who sits there is asked once more: the password, and a second factor where there is one. */
export const ProofFields = ({ ways, email, shown, faults, onChange }: ProofFieldsProps) => {
  const t = useOfficeT()
  const { way } = shown
  const byApp = way === 'totp'
  return (
    <Stack>
      {/* Password managers want to know whose password it is. */}
      <input type="hidden" name="username" autoComplete="username" value={email} />
      <TextField
        label={t('proof.password')}
        name="password"
        type="password"
        autoComplete="current-password"
        // The first thing asked here.
        autoFocus
        value={shown.password}
        onChange={({ target }) => onChange({ ...shown, password: target.value })}
        error={faults.password !== undefined}
        helperText={faults.password ?? t('proof.password.hint')}
      />
      {way === 'totp' || way === 'recovery_code' ? (
        <TextField
          key={way}
          label={t(byApp ? 'proof.code' : 'proof.recovery')}
          name="code"
          autoComplete={byApp ? 'one-time-code' : 'off'}
          value={shown.code}
          onChange={({ target }) => onChange({ ...shown, code: target.value })}
          error={faults.code !== undefined}
          helperText={faults.code ?? t(byApp ? 'proof.code.hint' : 'proof.recovery.hint')}
          slotProps={{ htmlInput: { inputMode: byApp ? 'numeric' : 'text', maxLength: byApp ? 7 : 40, spellCheck: false } }}
        />
      ) : null}
      {way === 'passkey' ? <Note>{t('proof.passkey.hint')}</Note> : null}
      {ways.length > 1 ? (
        <Others>
          {ways
            .filter((one) => one !== way)
            .map((one) => (
              <Button key={one} size="small" onClick={() => onChange({ ...shown, way: one, code: '' })}>
                {t(`proof.use.${one}`)}
              </Button>
            ))}
        </Others>
      ) : null}
    </Stack>
  )
}

/** What still has to be typed, in words; undefined = nothing. */
export const missingIn = ({ password, way, code }: ProofDraft, required: string): ProofErrors | undefined => {
  if (password === '') return { password: required }
  return way !== undefined && way !== 'passkey' && code.trim() === '' ? { code: required } : undefined
}
