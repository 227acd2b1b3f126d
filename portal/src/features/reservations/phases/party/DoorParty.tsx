import { mdiPlus } from '@mdi/js'
import Alert from '@mui/material/Alert'
import IconButton from '@mui/material/IconButton'
import { useId, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { Linked } from '#src/kit/Linked.tsx'
import { errorText } from '#src/kit/error-text.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { SheetPopover } from '#src/kit/SheetPopover.tsx'
import { useT as useKitT } from '#src/kit/use-t.ts'
import { useAddWaiting } from '../../offline/use-add-waiting.ts'
import { SizeGrid, SizeRoot } from '../../seating/SizeGrid.tsx'
import { useSeatT } from '../../seating/use-seat-t.ts'
import { useWaitT } from '../../waitlist/use-wait-t.ts'

type DoorPartyProps = { venueId: string; date: string }

/** Who stands at the door waits after two touches; a name and a number are written in the waitlist. */
export const DoorParty = ({ venueId, date }: DoorPartyProps) => {
  const t = useWaitT()
  const own = useSeatT()
  const kitT = useKitT()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const add = useAddWaiting(date, () => setAnchor(null))
  const mayAdd = useAbility().can('create', 'reservation-list')
  if (!mayAdd) return null
  const wait = (partySize: number): void =>
    add.mutate({
      params: { id: venueId },
      body: { kind: 'door', partySize, lastName: t('walkIn'), phone: null, notes: null, areaId: null },
    })
  return (
    <>
      <IconButton
        size="small"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? id : undefined}
        aria-label={t('add.door')}
        title={t('add.door')}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <Icon path={mdiPlus} />
      </IconButton>
      <SheetPopover anchor={anchor} id={id} label={t('add.door')} onClose={() => setAnchor(null)}>
        <SizeRoot>
          <h3>
            {t('add.door')}: {own('walkIn.how')}
          </h3>
          <SizeGrid
            label={own('walkIn.how')}
            send={t('add.submit')}
            busy={add.isPending}
            chosen={add.isPending ? add.variables.body.partySize : undefined}
            onChoose={wait}
          />
          {add.error && !add.isPending ? (
            <Alert severity="error" role="alert">
              <Linked text={errorText(add.error, kitT)} />
            </Alert>
          ) : null}
        </SizeRoot>
      </SheetPopover>
    </>
  )
}
