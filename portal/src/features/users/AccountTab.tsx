import {
  mdiAccountCheckOutline,
  mdiAccountOffOutline,
  mdiDomain,
  mdiEmailFastOutline,
  mdiLockOpenVariantOutline,
  mdiShieldOffOutline,
  mdiTrashCanOutline,
} from '@mdi/js'
import Button from '@mui/material/Button'
import { type UserDetail, users } from '@tablewire/contracts/identity/users'
import { type ReactNode, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatInstant, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import { toast } from '#src/kit/toasts.ts'
import { MoveUser } from './MoveUser.tsx'
import { ResetFactors } from './ResetFactors.tsx'
import { useT } from './use-t.ts'
import { fullName } from './user-words.tsx'

type AccountAction = 'disable' | 'enable' | 'delete' | 'factors' | 'move'
type AccountTabProps = { user: UserDetail; onSaved: (user: UserDetail) => void; onDeleted: () => void }

type QuestionsProps = AccountTabProps & { action: AccountAction | undefined; close: () => void }

/** What follows on every answer to an act: the user as it is now, a word of it, and no question any more. */
const useReporting = ({ user, onSaved, close }: Pick<QuestionsProps, 'user' | 'onSaved' | 'close'>) => {
  const t = useT()
  return (phrase: 'invited' | 'disabled.done' | 'enabled.done' | 'lock.lifted') => ({
    onSuccess: (fresh: UserDetail) => {
      onSaved(fresh)
      toast.success(t(phrase, { name: fullName(user), email: user.email }))
    },
    onSettled: close,
  })
}

/** Whoever is kept out or removed takes something along: it is said before. */
const Questions = ({ user, action, onSaved, onDeleted, close }: QuestionsProps) => {
  const t = useT()
  const disable = useCall(users.disable)
  const enable = useCall(users.enable)
  const remove = useCall(users.delete)
  const report = useReporting({ user, onSaved, close })
  const name = fullName(user)
  const input = { params: { id: user.id } }
  const { sessions, passkeys, notificationChoices, devices } = user.goesWith
  const counts = {
    sessions: formatNumber(sessions),
    passkeys: formatNumber(passkeys),
    choices: formatNumber(notificationChoices + devices),
  }
  return (
    <>
      <ConfirmDialog
        open={action === 'disable'}
        title={t('disable.title', { name })}
        confirmLabel={t('disable')}
        danger
        busy={disable.isPending}
        onClose={close}
        onConfirm={() => disable.mutate(input, report('disabled.done'))}
      >
        {t('disable.text', counts)}
      </ConfirmDialog>
      <ConfirmDialog
        open={action === 'enable'}
        title={t('enable.title', { name })}
        confirmLabel={t('enable')}
        busy={enable.isPending}
        onClose={close}
        onConfirm={() => enable.mutate(input, report('enabled.done'))}
      >
        {t('enable.text')}
      </ConfirmDialog>
      <ConfirmDialog
        open={action === 'delete'}
        title={t('delete.title', { name })}
        confirmLabel={t('delete')}
        danger
        busy={remove.isPending}
        onClose={close}
        onConfirm={() =>
          remove.mutate(input, {
            onSuccess: () => {
              void queryClient.invalidateQueries({ queryKey: ['users', 'list'] })
              toast.success(t('deleted', { name }))
              onDeleted()
            },
            onSettled: close,
          })
        }
      >
        {t('delete.text', counts)}
      </ConfirmDialog>
    </>
  )
}

type Act = (label: string, onClick: () => void, more?: { danger?: boolean; busy?: boolean }) => ReactNode
type StandingProps = { disabled: boolean; act: Act; onAsk: (action: AccountAction) => void }

/** Kept out or let in. */
const Standing = ({ disabled, act, onAsk }: StandingProps) => {
  const t = useT()
  const turn = disabled ? 'enable' : 'disable'
  return (
    <ListItem
      icon={<Icon path={disabled ? mdiAccountCheckOutline : mdiAccountOffOutline} />}
      title={t(turn)}
      text={t(`${turn}.hint`)}
      acts={act(t(turn), () => onAsk(turn))}
    />
  )
}

/** Wrong passwords of strangers closed the account for a while. */
const Lock = ({ user, act, report }: { user: UserDetail; act: Act; report: ReturnType<typeof useReporting> }) => {
  const t = useT()
  const unlock = useCall(users.unlock)
  if (user.lockedUntil === null) return null
  return (
    <ListItem
      icon={<Icon path={mdiLockOpenVariantOutline} />}
      title={t('lock.title')}
      text={t('lock.until', { at: formatInstant(user.lockedUntil) })}
      acts={act(t('lock.lift'), () => unlock.mutate({ params: { id: user.id } }, report('lock.lifted')), { busy: unlock.isPending })}
    />
  )
}

/** Inviting again, keeping out, letting in, removing: each asked for in words. */
export const AccountTab = ({ user, onSaved, onDeleted }: AccountTabProps) => {
  const t = useT()
  const ability = useAbility()
  const { userData } = useSession()
  const [asked, setAsked] = useState<AccountAction>()
  const close = (): void => setAsked(undefined)
  const invite = useCall(users.invite)
  const report = useReporting({ user, onSaved, close })
  const mayMove = userData?.companyName === null && ability.can('read', 'companies')
  const may = user.mayChange && !user.oneself
  const act: Act = (label, onClick, more = {}) => (
    <Button
      size="small"
      color={more.danger ? 'error' : 'inherit'}
      variant="outlined"
      loading={more.busy ?? false}
      disabled={!may}
      onClick={onClick}
    >
      {label}
    </Button>
  )
  return (
    <FormSection title={t('tab.account')} hint={user.oneself ? t('oneself') : t('s.account.hint')}>
      <ItemList aria-label={t('tab.account')}>
        {user.state === 'invited' ? (
          <ListItem
            icon={<Icon path={mdiEmailFastOutline} />}
            title={t('invite.title')}
            text={user.invitationUntil ? t('invite.until', { at: formatInstant(user.invitationUntil) }) : t('invite.onItsWay')}
            acts={act(t('invite.again'), () => invite.mutate({ params: { id: user.id } }, report('invited')), { busy: invite.isPending })}
          />
        ) : null}
        <Lock user={user} act={act} report={report} />
        <Standing disabled={user.state === 'disabled'} act={act} onAsk={setAsked} />
        <ListItem
          icon={<Icon path={mdiShieldOffOutline} />}
          title={t('factors.title')}
          text={t(user.twoFactor ? 'factors.hint' : 'factors.none')}
          acts={user.twoFactor ? act(t('factors.reset'), () => setAsked('factors')) : undefined}
        />
        {mayMove ? (
          <ListItem
            icon={<Icon path={mdiDomain} />}
            title={t('move.title')}
            text={t('move.now', { company: user.companyName ?? t('platform') })}
            acts={act(t('move'), () => setAsked('move'))}
          />
        ) : null}
        {ability.can('delete', 'users') ? (
          <ListItem
            icon={<Icon path={mdiTrashCanOutline} />}
            title={t('delete')}
            text={t('delete.hint')}
            acts={act(t('delete'), () => setAsked('delete'), { danger: true })}
          />
        ) : null}
      </ItemList>
      <Questions {...{ user, action: asked, onSaved, onDeleted, close }} />
      {asked === 'factors' ? <ResetFactors user={user} onSaved={onSaved} onClose={close} /> : null}
      {asked === 'move' ? <MoveUser user={user} onSaved={onSaved} onClose={close} /> : null}
    </FormSection>
  )
}
