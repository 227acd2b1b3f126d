import { mdiDotsVertical, mdiWebhook } from '@mdi/js'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import Menu from '@mui/material/Menu'
import MenuItem from '@mui/material/MenuItem'
import { styled } from '@mui/material/styles'
import type { CallOutcome, EndpointState, WebhookEndpoint } from '@tablewire/contracts/channels/webhook-objects'
import { webhooks } from '@tablewire/contracts/channels/webhooks'
import { useState } from 'react'
import { queryClient, useCall } from '#src/api/query.ts'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { formatInstant, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { ListItem } from '#src/kit/ItemList.tsx'
import { toast } from '#src/kit/toasts.ts'
import type { Tone } from '#src/kit/tones.ts'
import { useT } from './use-t.ts'

const tones: Record<EndpointState, Tone> = { unverified: 'warning', active: 'success', failing: 'danger', paused: 'neutral' }
const refresh = (): void => void queryClient.invalidateQueries({ queryKey: ['webhooks'] })

type EndpointAction = 'secret' | 'delete'
type Props = { endpoint: WebhookEndpoint; onEdit: () => void; onSecret: (secret: string) => void }

const useEndpointCalls = ({ endpoint: { id, version, state }, onSecret }: Props) => {
  const t = useT()
  const [asked, setAsked] = useState<EndpointAction>()
  const [outcome, setOutcome] = useState<CallOutcome>()
  const params = { id }
  const settled = { onSettled: refresh }
  const verify = useCall(webhooks.verify, { ...settled, onSuccess: (answer) => setOutcome(answer.outcome) })
  const send = useCall(webhooks.test, { ...settled, onSuccess: setOutcome })
  const update = useCall(webhooks.update, settled)
  const replay = useCall(webhooks.replay, { ...settled, onSuccess: ({ replayed }) => toast.success(t('wh.replayed', { count: replayed })) })
  const rotate = useCall(webhooks.rotateSecret, { ...settled, onSuccess: ({ secret }) => (setAsked(undefined), onSecret(secret)) })
  const remove = useCall(webhooks.delete, { ...settled, onSuccess: () => setAsked(undefined) })
  return {
    asked,
    setAsked,
    outcome,
    calling: verify.isPending || send.isPending,
    busy: rotate.isPending || remove.isPending,
    call: (): void => (setOutcome(undefined), (state === 'unverified' ? verify : send).mutate({ params })),
    pause: (paused: boolean): void => update.mutate({ params, body: { paused, version } }),
    replayFailed: (): void => replay.mutate({ params, body: {} }),
    rotate: (): void => rotate.mutate({ params }),
    remove: (): void => remove.mutate({ params }),
  }
}

const Outcome = ({ outcome: { ok, status, durationMs, answer, error } }: { outcome: CallOutcome }) => {
  const t = useT()
  const { inFull } = useFaultWords()
  return (
    <Alert severity={ok ? 'success' : 'error'} sx={{ flexBasis: '100%', overflowWrap: 'anywhere' }}>
      {status === null ? t('wh.noAnswer', { ms: formatNumber(durationMs) }) : t('wh.answered', { status, ms: formatNumber(durationMs) })}
      {error ? ` ${inFull(error)}` : ''}
      {answer ? <code style={{ display: 'block', marginBlockStart: 4 }}>{answer.slice(0, 300)}</code> : null}
    </Alert>
  )
}

const Trouble = styled('span')(({ theme }) => ({ display: 'block', marginBlockStart: 2, color: theme.vars.palette.tone.danger.text }))

const MoreMenu = ({
  endpoint,
  calls,
  onEdit,
}: {
  endpoint: WebhookEndpoint
  calls: ReturnType<typeof useEndpointCalls>
  onEdit: () => void
}) => {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const choose = (run: () => void) => () => {
    setAnchor(null)
    run()
  }
  return (
    <>
      <IconButton
        size="small"
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        aria-label={t('wh.more', { url: endpoint.url })}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon path={mdiDotsVertical} />
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        <MenuItem onClick={choose(onEdit)}>{t('wh.edit')}</MenuItem>
        {endpoint.dead > 0 ? <MenuItem onClick={choose(calls.replayFailed)}>{t('wh.replayFailed')}</MenuItem> : null}
        {endpoint.state === 'active' || endpoint.state === 'failing' ? (
          <MenuItem onClick={choose(() => calls.pause(true))}>{t('wh.pause')}</MenuItem>
        ) : null}
        {endpoint.state === 'paused' ? <MenuItem onClick={choose(() => calls.pause(false))}>{t('wh.resume')}</MenuItem> : null}
        <MenuItem onClick={choose(() => calls.setAsked('secret'))}>{t('wh.rotate')}</MenuItem>
        <MenuItem onClick={choose(() => calls.setAsked('delete'))}>{t('wh.delete')}</MenuItem>
      </Menu>
    </>
  )
}

/** One endpoint: how it stands, in words, and what can be done about it. */
export const EndpointItem = (props: Props) => {
  const { endpoint, onEdit } = props
  const { url, auth, state, pausedBy, failingSince, lastDeliveredAt, lastError, waiting, dead, secrets } = endpoint
  const t = useT()
  const { inFull } = useFaultWords()
  const calls = useEndpointCalls(props)
  const words = [
    t(`wh.auth.${auth.kind}`),
    lastDeliveredAt ? t('wh.delivered', { when: formatInstant(lastDeliveredAt) }) : t('wh.never'),
    ...(waiting ? [t('wh.waiting', { count: waiting })] : []),
    ...(dead ? [t('wh.dead', { count: dead })] : []),
    ...(failingSince ? [t('wh.failing', { when: formatInstant(failingSince) })] : []),
    ...(secrets.length > 1 ? [t('wh.two', { when: formatInstant(secrets[1]!.expiresAt!) })] : []),
  ]
  return (
    <>
      <ListItem
        icon={<Icon path={mdiWebhook} />}
        title={
          <>
            <code>{url}</code>
            <Tag tone={tones[state]}>{t(pausedBy === 'hub' ? 'wh.state.stopped' : `wh.state.${state}`)}</Tag>
          </>
        }
        text={
          <>
            {words.join(' · ')}
            {lastError ? <Trouble>{inFull(lastError)}</Trouble> : null}
          </>
        }
        acts={
          <>
            <Button size="small" variant={state === 'unverified' ? 'contained' : 'outlined'} loading={calls.calling} onClick={calls.call}>
              {t(state === 'unverified' ? 'wh.verify' : 'wh.test')}
            </Button>
            <MoreMenu endpoint={endpoint} calls={calls} onEdit={onEdit} />
          </>
        }
      />
      {calls.outcome ? (
        <li style={{ padding: '0 16px 14px' }}>
          <output>
            <Outcome outcome={calls.outcome} />
          </output>
        </li>
      ) : null}
      <ConfirmDialog
        open={calls.asked !== undefined}
        title={t(calls.asked === 'delete' ? 'wh.delete.title' : 'wh.rotate.title')}
        confirmLabel={t(calls.asked === 'delete' ? 'wh.delete' : 'wh.rotate')}
        danger={calls.asked === 'delete'}
        busy={calls.busy}
        onClose={() => calls.setAsked(undefined)}
        onConfirm={calls.asked === 'delete' ? calls.remove : calls.rotate}
      >
        {t(calls.asked === 'delete' ? 'wh.delete.text' : 'wh.rotate.text')}
      </ConfirmDialog>
    </>
  )
}
