import { mdiFloorPlan } from '@mdi/js'
import Button from '@mui/material/Button'
import { Icon } from '#src/kit/Icon.tsx'
import { useSeatT } from '../seating/use-seat-t.ts'

/** The room of the evening instead of its lanes, and back. */
export const RoomSwitch = ({ on, onRoom }: { on: boolean; onRoom: (room: string | undefined) => void }) => {
  const t = useSeatT()
  return (
    <Button
      color="inherit"
      variant="outlined"
      startIcon={<Icon path={mdiFloorPlan} size={18} />}
      aria-pressed={on}
      sx={
        on
          ? ({ vars }) => ({
              backgroundColor: vars.palette.accent.soft,
              color: vars.palette.accent.text,
              borderColor: vars.palette.accent.ring,
            })
          : undefined
      }
      onClick={() => onRoom(on ? undefined : 'all')}
    >
      {t('room')}
    </Button>
  )
}
