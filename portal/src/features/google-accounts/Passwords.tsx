import { mdiKeyOutline, mdiKeyPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import { type GoogleAccount, googleAccounts, type GooglePassword } from '@tablewire/contracts/google/google-accounts'
import { useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { SecretOnce } from '#src/kit/form/SecretOnce.tsx'
import { formatDate, formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useNow } from '#src/kit/use-now.ts'
import { NewPassword, type Shown } from './NewPassword.tsx'
import { useT } from './use-t.ts'

const dayMs = 86_400_000
const dayOf = (instant: string): string => formatDate(instant.slice(0, 10), 'dated')

type PasswordItemProps = { password: GooglePassword; newest: boolean; onEnd: () => void }
const PasswordItem = ({ password: { username, createdAt, createdBy, expiresAt, endsSoon, usedAt }, newest, onEnd }: PasswordItemProps) => {
  const t = useT()
  const nowMs = useNow()
  const which = { name: username, age: t(newest ? 'password.newest' : 'password.older'), date: dayOf(expiresAt) }
  const old = Math.max(0, Math.floor((nowMs - Date.parse(createdAt)) / dayMs))
  return (
    <ListItem
      icon={<Icon path={mdiKeyOutline} />}
      title={
        <>
          {username}
          <Tag tone={newest ? 'success' : 'neutral'}>{t(newest ? 'password.newest' : 'password.older')}</Tag>
          {endsSoon ? (
            <Tag tone="warning">{t('password.endsIn', { count: Math.ceil(Math.max(0, Date.parse(expiresAt) - nowMs) / dayMs) })}</Tag>
          ) : null}
        </>
      }
      text={
        <>
          {old === 0
            ? t('password.age.today', { name: createdBy })
            : t('password.age', { count: old, date: dayOf(createdAt), name: createdBy })}{' '}
          · {t('password.until', { date: dayOf(expiresAt) })} ·{' '}
          {usedAt === null ? t('password.unused') : t('password.used', { at: formatInstant(usedAt) })}
        </>
      }
      acts={
        <Button size="small" color="error" onClick={onEnd} aria-label={t('password.end.of', which)}>
          {t('password.end')}
        </Button>
      }
    />
  )
}

type PasswordsProps = { account: GoogleAccount; changed: boolean; onChanged: (account: GoogleAccount) => void }

/** Google's way in: the address it calls, and the two passwords that may be good at once while one takes over from the other. */
export const Passwords = ({ account, changed, onChanged }: PasswordsProps) => {
  const t = useT()
  const [making, setMaking] = useState(false)
  const [shown, setShown] = useState<Shown>()
  const [ending, setEnding] = useState<GooglePassword>()
  const end = useCall(googleAccounts.endPassword, {
    onSuccess: (fresh) => {
      onChanged(fresh)
      toast.success(t('password.ended'))
    },
    onSettled: () => setEnding(undefined),
  })
  const { passwords } = account
  return (
    <FormSection title={t('s.server')} hint={t('s.server.hint')}>
      <TextField
        label={t('f.bookingServerUrl')}
        value={account.bookingServerUrl}
        readOnly
        helperText={t('h.bookingServerUrl')}
        onFocus={({ target }) => target.select()}
        sx={{ marginBlockEnd: 2 }}
      />
      {passwords.length === 0 ? <EmptyState icon={mdiKeyOutline} title={t('password.none')} hint={t('password.none.hint')} /> : null}
      {passwords.length > 0 ? (
        <ItemList aria-label={t('passwords')}>
          {passwords.map((password, index) => (
            <PasswordItem key={password.id} password={password} newest={index === 0} onEnd={() => setEnding(password)} />
          ))}
        </ItemList>
      ) : null}
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiKeyPlus} size={18} />}
        sx={{ marginBlockStart: 2 }}
        disabled={changed}
        onClick={() => setMaking(true)}
      >
        {t(passwords.length === 0 ? 'password.first' : 'password.rotate')}
      </Button>
      {changed ? <p>{t('password.saveFirst')}</p> : null}
      {making ? (
        <NewPassword
          account={account}
          onClose={() => setMaking(false)}
          onMade={(fresh, made) => {
            setMaking(false)
            onChanged(fresh)
            setShown(made)
          }}
        />
      ) : null}
      <SecretOnce
        title={t('password.title')}
        secrets={shown ? { [t('f.username')]: shown.username, [t('f.password')]: shown.password } : undefined}
        onClose={() => setShown(undefined)}
      >
        <p>{t('password.use')}</p>
      </SecretOnce>
      <ConfirmDialog
        open={ending !== undefined}
        title={t('password.end.title')}
        confirmLabel={t('password.end')}
        danger
        busy={end.isPending}
        onClose={() => setEnding(undefined)}
        onConfirm={() => ending && end.mutate({ params: { id: account.id, passwordId: ending.id } })}
      >
        {ending
          ? t('password.end.which', {
              name: ending.username,
              age: t(ending.id === passwords[0]?.id ? 'password.newest' : 'password.older'),
              date: dayOf(ending.expiresAt),
            })
          : null}{' '}
        {t(passwords.length > 1 ? 'password.end.text' : 'password.end.last')}
      </ConfirmDialog>
    </FormSection>
  )
}
