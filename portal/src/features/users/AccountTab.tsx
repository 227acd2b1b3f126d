import {
  mdiAccountCheckOutline,
  mdiAccountOffOutline,
  mdiDomain,
  mdiEmailFastOutline,
  mdiShieldOffOutline,
  mdiTrashCanOutline,
} from '@mdi/js'
import Button from '@mui/material/Button'
import { type UserDetail, users } from '@tablewire/contracts/users'
import { type ReactNode, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { queryClient, useCall } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatInstant, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Thing, Things } from '#src/kit/Things.tsx'
import { toast } from '#src/kit/toasts.ts'
import { MoveUser } from './MoveUser.tsx'
import { ResetFactors } from './ResetFactors.tsx'
import { useT } from './use-t.ts'
import { fullName } from './user-words.tsx'

type Asked = 'disable' | 'enable' | 'delete' | 'factors' | 'move'
type AccountTabProps = { user: UserDetail; onSaved: (user: UserDetail) => void; onDeleted: () => void }

/** Inviting again, keeping out, letting in, removing: each asked for in words. */
export const AccountTab = ({ user, onSaved, onDeleted }: AccountTabProps) => {
  const t = useT()
  const ability = useAbility()
  const { userData } = useSession()
  const [asked, setAsked] = useState<Asked>()
  const [invite, disable, enable, remove] = [useCall(users.invite), useCall(users.disable), useCall(users.enable), useCall(users.delete)]
  const name = fullName(user)
  const input = { params: { id: user.id } }
  const done = (phrase: 'invited' | 'disabled.done' | 'enabled.done') => ({
    onSuccess: (fresh: UserDetail) => {
      onSaved(fresh)
      toast.success(t(phrase, { name, email: user.email }))
    },
    onSettled: () => setAsked(undefined),
  })
  const { sessions, passkeys, notificationChoices, devices } = user.goesWith
  const counts = {
    sessions: formatNumber(sessions),
    passkeys: formatNumber(passkeys),
    choices: formatNumber(notificationChoices + devices),
  }
  const may = user.mayChange && !user.oneself
  const act = (label: string, onClick: () => void, more: { danger?: boolean; busy?: boolean } = {}): ReactNode => (
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
  const disabled = user.state === 'disabled'
  const invitation = user.invitationUntil ? t('invite.until', { at: formatInstant(user.invitationUntil) }) : t('invite.onItsWay')
  return (
    <FormSection title={t('tab.account')} hint={user.oneself ? t('oneself') : t('s.account.hint')}>
      <Things aria-label={t('tab.account')}>
        {user.state === 'invited' ? (
          <Thing
            icon={<Icon path={mdiEmailFastOutline} />}
            title={t('invite.title')}
            text={invitation}
            acts={act(t('invite.again'), () => invite.mutate(input, done('invited')), { busy: invite.isPending })}
          />
        ) : null}
        <Thing
          icon={<Icon path={disabled ? mdiAccountCheckOutline : mdiAccountOffOutline} />}
          title={t(disabled ? 'enable' : 'disable')}
          text={t(disabled ? 'enable.hint' : 'disable.hint')}
          acts={act(t(disabled ? 'enable' : 'disable'), () => setAsked(disabled ? 'enable' : 'disable'))}
        />
        <Thing
          icon={<Icon path={mdiShieldOffOutline} />}
          title={t('factors.title')}
          text={t(user.twoFactor ? 'factors.hint' : 'factors.none')}
          acts={user.twoFactor ? act(t('factors.reset'), () => setAsked('factors')) : undefined}
        />
        {userData?.companyName === null && ability.can('read', 'companies') ? (
          <Thing
            icon={<Icon path={mdiDomain} />}
            title={t('move.title')}
            text={t('move.now', { company: user.companyName ?? t('platform') })}
            acts={act(t('move'), () => setAsked('move'))}
          />
        ) : null}
        {ability.can('delete', 'users') ? (
          <Thing
            icon={<Icon path={mdiTrashCanOutline} />}
            title={t('delete')}
            text={t('delete.hint')}
            acts={act(t('delete'), () => setAsked('delete'), { danger: true })}
          />
        ) : null}
      </Things>
      <ConfirmDialog
        open={asked === 'disable'}
        title={t('disable.title', { name })}
        confirmLabel={t('disable')}
        danger
        busy={disable.isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => disable.mutate(input, done('disabled.done'))}
      >
        {t('disable.text', counts)}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'enable'}
        title={t('enable.title', { name })}
        confirmLabel={t('enable')}
        busy={enable.isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() => enable.mutate(input, done('enabled.done'))}
      >
        {t('enable.text')}
      </ConfirmDialog>
      <ConfirmDialog
        open={asked === 'delete'}
        title={t('delete.title', { name })}
        confirmLabel={t('delete')}
        danger
        busy={remove.isPending}
        onClose={() => setAsked(undefined)}
        onConfirm={() =>
          remove.mutate(input, {
            onSuccess: () => {
              void queryClient.invalidateQueries({ queryKey: ['users', 'list'] })
              toast.success(t('deleted', { name }))
              onDeleted()
            },
            onSettled: () => setAsked(undefined),
          })
        }
      >
        {t('delete.text', counts)}
      </ConfirmDialog>
      {asked === 'factors' ? <ResetFactors user={user} onSaved={onSaved} onClose={() => setAsked(undefined)} /> : null}
      {asked === 'move' ? <MoveUser user={user} onSaved={onSaved} onClose={() => setAsked(undefined)} /> : null}
    </FormSection>
  )
}
