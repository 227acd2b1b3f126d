import { mdiBellOffOutline, mdiBellRingOutline, mdiCheckCircleOutline, mdiInformationOutline, mdiTrashCanOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import { styled } from '@mui/material/styles'
import { type NotificationSettings, notifications } from '@tablewire/contracts/operations/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { ApiError } from '#src/api/api-error.ts'
import { api } from '#src/api/client.ts'
import { keyOf, useCall } from '#src/api/query.ts'
import { Card } from '#src/kit/Card.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useT as useKitT } from '#src/kit/use-t.ts'
import { keepDeviceId, ownDeviceId, pushState, type PushState, subscribeBrowser, unsubscribeBrowser } from './push-device.ts'
import { useT } from './use-t.ts'

const Body = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: 12,
  justifyItems: 'start',
  '& > p': { margin: 0, fontSize: '0.875rem', lineHeight: 1.5 },
  '& > p.soft': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& > p.note': { display: 'grid', gridTemplateColumns: '20px 1fr', gap: 10, fontWeight: 500 },
  '& > p.note > svg': { marginTop: 1, color: theme.vars.palette.text.secondary },
}))
const Devices = styled('ul')(({ theme }) => ({
  listStyle: 'none',
  width: '100%',
  margin: 0,
  padding: 0,
  '& > li': {
    display: 'flex',
    alignItems: 'center',
    gap: 10,
    padding: '8px 0',
    borderTop: `1px solid ${theme.vars.palette.divider}`,
    fontSize: '0.875rem',
    '& > div': { flex: 1, minWidth: 0 },
    '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
  },
}))

/** The reader may change it in the browser's own settings at any time; coming back to the page asks again. */
const usePushState = (): [PushState, () => void] => {
  const [state, setState] = useState(pushState)
  useEffect(() => {
    const look = (): void => setState(pushState())
    addEventListener('focus', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      removeEventListener('focus', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [])
  return [state, () => setState(pushState())]
}

const useDevices = () => {
  const t = useT()
  const kit = useKitT()
  const client = useQueryClient()
  const [busy, setBusy] = useState(false)
  const reload = (): Promise<void> => client.invalidateQueries({ queryKey: keyOf(notifications.settings) })
  const gone = useCall(notifications.unsubscribe, { onSettled: reload })
  return {
    busy,
    add: async (pushKey: string): Promise<void> => {
      setBusy(true)
      try {
        const body = await subscribeBrowser(pushKey)
        if (!body) return
        keepDeviceId((await api(notifications.subscribe, { body })).id)
        await reload()
        toast.success(t('push.added'))
      } catch (error) {
        // What our server refuses it says itself; everything else comes from the browser's push service.
        toast.error(error instanceof ApiError ? errorText(error, kit) : t('push.failed'))
      } finally {
        setBusy(false)
      }
    },
    remove: (id: string): void => {
      if (id === ownDeviceId()) unsubscribeBrowser().catch(() => undefined)
      gone.mutate({ params: { id } }, { onSuccess: () => toast.success(t('push.removed')) })
    },
  }
}

const Trouble = ({ state }: { state: Exclude<PushState, 'ready'> }) => {
  const t = useT()
  const texts = {
    blocked: [t('push.blocked'), t('push.blockedHint')],
    insecure: [t('push.unsupported'), t('push.insecure')],
    install: [t('push.unsupported'), t('push.install')],
    unsupported: [t('push.unsupported'), undefined],
  }[state]
  return (
    <>
      <p className="note">
        <Icon path={state === 'blocked' ? mdiBellOffOutline : mdiInformationOutline} />
        {texts[0]}
      </p>
      {texts[1] ? <p className="soft">{texts[1]}</p> : null}
    </>
  )
}

/** Says what will happen before the browser asks: a "no" given in surprise is hard to take back. */
export const PushCard = ({ settings, readOnly }: { settings: NotificationSettings; readOnly: boolean }) => {
  const t = useT()
  const [state, look] = usePushState()
  const { busy, add, remove } = useDevices()
  const own = settings.devices.find(({ id }) => id === ownDeviceId())
  const on = state === 'ready' && own !== undefined && Notification.permission === 'granted'
  return (
    <Card title={t('push.title')} hint={t('push.hint')}>
      <Body>
        {state === 'ready' ? null : <Trouble state={state} />}
        {on ? (
          <>
            <p className="note">
              <Icon path={mdiCheckCircleOutline} />
              {t('push.on')}
            </p>
            <Button variant="outlined" disabled={readOnly} onClick={() => remove(own.id)}>
              {t('push.off')}
            </Button>
          </>
        ) : null}
        {state === 'ready' && !on ? (
          <>
            <p className="soft">{t('push.explain')}</p>
            <Button
              variant="contained"
              startIcon={<Icon path={mdiBellRingOutline} size={18} />}
              loading={busy}
              disabled={readOnly}
              onClick={() => void add(settings.pushKey).then(look)}
            >
              {t('push.allow')}
            </Button>
          </>
        ) : null}
        {settings.devices.length > 0 ? (
          <Devices aria-label={t('devices.title')}>
            {settings.devices.map(({ id, device, createdAt }) => (
              <li key={id}>
                <div>
                  {device}
                  <small>{t('devices.since', { date: formatInstant(createdAt) })}</small>
                </div>
                {id === own?.id ? <Tag tone="success">{t('devices.this')}</Tag> : null}
                <IconButton
                  size="small"
                  aria-label={t('devices.remove', { device })}
                  title={t('devices.remove', { device })}
                  disabled={readOnly}
                  onClick={() => remove(id)}
                >
                  <Icon path={mdiTrashCanOutline} />
                </IconButton>
              </li>
            ))}
          </Devices>
        ) : null}
      </Body>
    </Card>
  )
}
