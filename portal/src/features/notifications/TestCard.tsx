import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type NotificationSettings, type NotificationWay, notifications } from '@tablewire/contracts/operations/notifications'
import { useState } from 'react'
import { useCall } from '#src/api/query.ts'
import { Card } from '#src/kit/Card.tsx'
import { toast } from '#src/kit/toasts.ts'
import { ways } from './use-choices.ts'
import { useT } from './use-t.ts'

const Row = styled('div')({ display: 'flex', flexWrap: 'wrap', gap: 8 })

export const TestCard = ({ settings, readOnly }: { settings: NotificationSettings; readOnly: boolean }) => {
  const t = useT()
  const [busy, setBusy] = useState<NotificationWay>()
  const test = useCall(notifications.test, { onSettled: () => setBusy(undefined) })
  const { email, devices } = settings
  const send = (way: NotificationWay): void => {
    setBusy(way)
    test.mutate({ body: { way } }, { onSuccess: () => toast.success(t(`test.sent.${way}`, { email })) })
  }
  return (
    <Card title={t('test.title')} hint={t('test.hint', { email })}>
      <Row>
        {ways.map((way) => (
          <Button
            key={way}
            variant="outlined"
            loading={busy === way}
            disabled={readOnly || (way === 'push' && devices.length === 0)}
            onClick={() => send(way)}
          >
            {t(`way.${way}`)}
          </Button>
        ))}
      </Row>
    </Card>
  )
}
