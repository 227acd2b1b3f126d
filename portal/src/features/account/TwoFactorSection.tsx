import { mdiCellphoneKey, mdiKeyVariant, mdiLifebuoy, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type Passkey, security, type SecurityState } from '@tablewire/contracts/identity/security'
import { useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useRef, useState } from 'react'
import { api } from '#src/api/client.ts'
import { keyOf, useEndpoint } from '#src/api/query.ts'
import { proofWays } from '#src/api/proof.ts'
import { hasPasskeys } from '#src/api/has-passkeys.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { toast } from '#src/kit/toasts.ts'
import { ProofDialog } from './ProofDialog.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { useT } from './use-t.ts'

const SetUpApp = lazy(() => import('./SetUpApp.tsx').then((module) => ({ default: module.SetUpApp })))
const AddPasskey = lazy(() => import('./AddPasskey.tsx').then((module) => ({ default: module.AddPasskey })))
const RecoveryCodes = lazy(() => import('./RecoveryCodes.tsx').then((module) => ({ default: module.RecoveryCodes })))
const RenamePasskey = lazy(() => import('./RenamePasskey.tsx').then((module) => ({ default: module.RenamePasskey })))

type Open =
  | { kind: 'setUpApp' | 'removeApp' | 'addPasskey' | 'newCodes' }
  | { kind: 'removePasskey' | 'renamePasskey'; passkey: Passkey }
  | { kind: 'codes'; codes: readonly string[] }

const Stack = styled('div')({ display: 'grid', gap: 16 })
const Note = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: 0, color: theme.vars.palette.text.secondary }))

const Act = ({ label, of, onClick }: { label: string; of?: string; onClick: () => void }) => (
  <Button size="small" variant="outlined" color="inherit" aria-label={of ? `${label}: ${of}` : undefined} onClick={onClick}>
    {label}
  </Button>
)

type PartProps = { state: SecurityState; locked: boolean; open: (what: Open) => void }

const AppThing = ({ state, locked, open }: PartProps) => {
  const t = useT()
  const active = state.totpSince !== null
  return (
    <ListItem
      icon={<Icon path={mdiCellphoneKey} />}
      title={
        <>
          {t('app.title')}
          {active ? <Tag tone="success">{t('app.on')}</Tag> : null}
        </>
      }
      text={active ? t('app.since', { at: formatInstant(state.totpSince!) }) : t('app.text')}
      acts={
        locked ? null : active ? (
          <Act label={t('app.remove')} onClick={() => open({ kind: 'removeApp' })} />
        ) : (
          <Act label={t('app.setUp')} onClick={() => open({ kind: 'setUpApp' })} />
        )
      }
    />
  )
}

const PasskeyThing = ({ passkey, locked, open }: Omit<PartProps, 'state'> & { passkey: Passkey }) => {
  const t = useT()
  const used = passkey.usedAt ? t('passkey.used', { at: formatInstant(passkey.usedAt) }) : t('passkey.unused')
  return (
    <ListItem
      icon={<Icon path={mdiKeyVariant} />}
      title={
        <>
          {passkey.name}
          {passkey.synced ? <Tag tone="neutral">{t('passkey.synced')}</Tag> : null}
        </>
      }
      text={`${t('passkey.since', { at: formatInstant(passkey.createdAt) })} · ${used}`}
      acts={
        locked ? null : (
          <>
            <Act label={t('passkey.rename')} of={passkey.name} onClick={() => open({ kind: 'renamePasskey', passkey })} />
            <Act label={t('passkey.remove')} of={passkey.name} onClick={() => open({ kind: 'removePasskey', passkey })} />
          </>
        )
      }
    />
  )
}

const List = ({ state, locked, open }: PartProps) => {
  const t = useT()
  return (
    <Stack>
      <ItemList>
        <AppThing state={state} locked={locked} open={open} />
        {state.twoFactor ? (
          <ListItem
            icon={<Icon path={mdiLifebuoy} />}
            title={t('codes.title')}
            text={state.recoveryCodesLeft > 0 ? t('codes.left', { count: state.recoveryCodesLeft }) : t('codes.none')}
            acts={locked ? null : <Act label={t('codes.new')} onClick={() => open({ kind: 'newCodes' })} />}
          />
        ) : null}
      </ItemList>
      {state.passkeys.length > 0 ? (
        <ItemList aria-label={t('passkeys.title')}>
          {state.passkeys.map((passkey) => (
            <PasskeyThing key={passkey.id} passkey={passkey} locked={locked} open={open} />
          ))}
        </ItemList>
      ) : null}
      {!locked && state.passkeysPossible && hasPasskeys() ? (
        <Button
          variant="outlined"
          sx={{ justifySelf: 'start' }}
          startIcon={<Icon path={mdiPlus} size={18} />}
          onClick={() => open({ kind: 'addPasskey' })}
        >
          {t('passkey.add')}
        </Button>
      ) : (
        <Note>{t(locked ? 'locked' : 'passkey.impossible')}</Note>
      )}
    </Stack>
  )
}

type DialogsProps = {
  open: Open
  state: SecurityState
  email: string
  show: (what: Open | undefined) => void
  refresh: (state?: SecurityState) => void
}

/** One change at a time; a change that brings new recovery codes ends with showing them. */
const Dialogs = ({ open, state, email, show, refresh }: DialogsProps) => {
  const t = useT()
  const close = (): void => show(undefined)
  const done = (codes: readonly string[] | null, said: string): void => {
    refresh()
    toast.success(said)
    show(codes ? { kind: 'codes', codes } : undefined)
  }
  const proof = { ways: proofWays(state), email, onClose: close }
  switch (open.kind) {
    case 'setUpApp':
      return <SetUpApp {...proof} onDone={(codes) => done(codes, t('app.done'))} />
    case 'addPasskey':
      return <AddPasskey {...proof} onDone={(codes) => done(codes, t('passkey.done'))} />
    case 'codes':
      return <RecoveryCodes codes={open.codes} email={email} onClose={close} />
    case 'renamePasskey':
      return <RenamePasskey passkey={open.passkey} onDone={() => done(null, t('passkey.renamed'))} onClose={close} />
    case 'newCodes':
      return (
        <ProofDialog
          {...proof}
          title={t('codes.new')}
          action={t('codes.make')}
          onProof={async (body) => done((await api(security.renewRecoveryCodes, { body })).recoveryCodes, t('codes.done'))}
        >
          <p>{t('codes.new.text')}</p>
        </ProofDialog>
      )
    case 'removeApp':
      return (
        <ProofDialog
          {...proof}
          danger
          title={t('app.remove.title')}
          action={t('app.remove')}
          onProof={async (body) => {
            refresh(await api(security.disableTotp, { body }))
            done(null, t('app.removed'))
          }}
        >
          <p>{t(state.passkeys.length > 0 ? 'app.remove.text' : 'remove.last')}</p>
        </ProofDialog>
      )
    case 'removePasskey': {
      const { id, name } = open.passkey
      const last = state.passkeys.length === 1 && state.totpSince === null
      return (
        <ProofDialog
          {...proof}
          danger
          title={t('passkey.remove.title', { name })}
          action={t('passkey.remove')}
          onProof={async (body) => {
            refresh(await api(security.deletePasskey, { params: { id }, body }))
            done(null, t('passkey.removed'))
          }}
        >
          <p>{t(last ? 'remove.last' : 'passkey.remove.text')}</p>
        </ProofDialog>
      )
    }
  }
}

/** AC9: what is asked for beside the password, and what signs in without one. `locked`: somebody else acts here. */
export const TwoFactorSection = ({ email, locked }: { email: string; locked: boolean }) => {
  const t = useT()
  const client = useQueryClient()
  const query = useEndpoint(security.state, {}, { meta: { shown: true } })
  const [open, setOpen] = useState<Open>()
  const opener = useRef<HTMLElement>(null)
  const part = useRef<HTMLDivElement>(null)
  const show = (what: Open | undefined): void => {
    if (what && !open) opener.current = document.activeElement as HTMLElement
    setOpen(what)
    // Back to where it began, or to what took its place.
    if (!what) requestAnimationFrame(() => (opener.current?.isConnected ? opener.current : part.current?.querySelector('button'))?.focus())
  }
  const refresh = (state?: SecurityState): void => {
    if (state) client.setQueryData(keyOf(security.state, {}), state)
    void client.invalidateQueries({ queryKey: keyOf(security.state) })
    void client.invalidateQueries({ queryKey: keyOf(security.sessions) })
  }
  return (
    <FormSection title={t('twoFactor.title')} hint={t('twoFactor.hint')}>
      <div ref={part}>{query.data ? <List state={query.data} locked={locked} open={show} /> : null}</div>
      {query.isPending ? <FormSkeleton fields={3} /> : null}
      {query.isError && !query.data ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : null}
      <Suspense>
        {open && query.data ? <Dialogs open={open} state={query.data} email={email} show={show} refresh={refresh} /> : null}
      </Suspense>
    </FormSection>
  )
}
