import { mdiAccountOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { type PinHolder, sharedDevices } from '@tablewire/contracts/identity/shared-devices'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { keyOf, useCall } from '#src/api/query.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { toast } from '#src/kit/toasts.ts'
import { useTabletsT } from './use-tablets-t.ts'

/** Who can be let in. A PIN is taken away and never read. */
export const PinList = ({ venueId, people, may }: { venueId: string; people: readonly PinHolder[]; may: boolean }) => {
  const t = useTabletsT()
  const client = useQueryClient()
  const [asking, setAsking] = useState<PinHolder>()
  const reset = useCall(sharedDevices.resetPin, {
    onSuccess: ({ name }) => toast.success(t('pin.reset.done', { name })),
    onSettled: async () => {
      setAsking(undefined)
      await client.invalidateQueries({ queryKey: keyOf(sharedDevices.list) })
    },
  })
  if (people.length === 0) return <p style={{ margin: 0 }}>{t('pins.none')}</p>
  return (
    <>
      <ItemList>
        {people.map((person) => (
          <ListItem
            key={person.id}
            icon={<Icon path={mdiAccountOutline} />}
            title={
              <>
                {person.name}
                {person.lockedUntil ? <Tag tone="warning">{t('pin.locked', { at: formatInstant(person.lockedUntil) })}</Tag> : null}
              </>
            }
            text={t(person.pinSet ? 'pin.set' : 'pin.unset')}
            acts={
              may && (person.pinSet || person.lockedUntil) ? (
                <Button
                  size="small"
                  variant="outlined"
                  color="inherit"
                  aria-label={`${t('pin.reset')}: ${person.name}`}
                  onClick={() => setAsking(person)}
                >
                  {t('pin.reset')}
                </Button>
              ) : null
            }
          />
        ))}
      </ItemList>
      <ConfirmDialog
        open={asking !== undefined}
        danger
        title={t('pin.reset.title', { name: asking?.name ?? '' })}
        confirmLabel={t('pin.reset')}
        busy={reset.isPending}
        onConfirm={() => asking && reset.mutate({ params: { id: venueId, userId: asking.id } })}
        onClose={() => setAsking(undefined)}
      >
        {t('pin.reset.text')}
      </ConfirmDialog>
    </>
  )
}
