import { mdiTabletCellphone } from '@mdi/js'
import Button from '@mui/material/Button'
import { type SharedDevice, sharedDevices } from '@tablewire/contracts/identity/shared-devices'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf, useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useTabletsT } from './use-tablets-t.ts'

/** Where the team is signed in, and the way to end it from here, as when one is lost. */
export const DeviceList = ({ devices, may }: { devices: readonly SharedDevice[]; may: boolean }) => {
  const t = useTabletsT()
  const client = useQueryClient()
  const [asking, setAsking] = useState<SharedDevice>()
  const end = useCall(sharedDevices.end, {
    onSuccess: () => toast.success(t('ended')),
    onSettled: async () => {
      setAsking(undefined)
      await client.invalidateQueries({ queryKey: keyOf(sharedDevices.list) })
    },
  })
  if (devices.length === 0) return <p style={{ margin: 0 }}>{t('devices.none')}</p>
  return (
    <>
      <ItemList>
        {devices.map((device) => (
          <ListItem
            key={device.id}
            icon={<Icon path={mdiTabletCellphone} />}
            title={device.name}
            text={[
              t('seen', { at: formatInstant(device.usedAt) }),
              t('setUp', { who: device.setUpBy, at: formatInstant(device.createdAt) }),
              [device.browser, device.system].filter(Boolean).join(', '),
            ]
              .filter((one) => one !== '')
              .join(' · ')}
            acts={
              may ? (
                <Button
                  size="small"
                  variant="outlined"
                  color="inherit"
                  aria-label={`${t('end')}: ${device.name}`}
                  onClick={() => setAsking(device)}
                >
                  {t('end')}
                </Button>
              ) : null
            }
          />
        ))}
      </ItemList>
      <ConfirmDialog
        open={asking !== undefined}
        danger
        title={t('end.title', { name: asking?.name ?? '' })}
        confirmLabel={t('end')}
        busy={end.isPending}
        onConfirm={() => asking && end.mutate({ params: { id: asking.id } })}
        onClose={() => setAsking(undefined)}
      >
        {t('end.text')}
      </ConfirmDialog>
    </>
  )
}
