import { formatInstant } from '../format.ts'
import { useOfficeT } from '../office/use-office-t.ts'
import type { SaveMeanwhile } from './use-theirs.ts'

/** Who saved while a form was open, and when. */
export const SavedBy = ({ saves }: { saves: readonly SaveMeanwhile[] }) => {
  const t = useOfficeT()
  return saves.map(({ by, at }) => (
    <p key={at} style={{ margin: '0 0 4px', fontWeight: 600 }}>
      {by === null ? t('stale.bySomebody', { time: formatInstant(at) }) : t('stale.by', { name: by, time: formatInstant(at) })}
    </p>
  ))
}
