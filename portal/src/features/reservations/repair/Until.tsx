import { mdiCheck } from '@mdi/js'
import Button from '@mui/material/Button'
import { formatClock } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { quarterMs } from './use-repair.ts'
import { useRepairT } from './use-repair-t.ts'

/** By so many quarters of an hour longer than it is counted on anyway. */
const longer = [0, 1, 2, 4] as const

type UntilProps = { base: number; more: number; zone: string; onChoose: (by: number) => void }
/** Until when a party sits: counted on, or longer. */
export const Until = ({ base, more, zone, onChoose }: UntilProps) => {
  const t = useRepairT()
  return (
    <fieldset className="longer" aria-label={t('until')}>
      {longer.map((by) => (
        <Button
          key={by}
          size="small"
          color={by === more ? 'primary' : 'inherit'}
          variant={by === more ? 'contained' : 'outlined'}
          startIcon={by === more ? <Icon path={mdiCheck} size={16} /> : undefined}
          aria-pressed={by === more}
          onClick={() => onChoose(by)}
        >
          {t('until.at', { time: formatClock(new Date(base + by * quarterMs).toISOString(), zone) })}
        </Button>
      ))}
    </fieldset>
  )
}
