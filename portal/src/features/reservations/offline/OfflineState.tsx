import { mdiAlertOctagonOutline, mdiContentSaveCheckOutline } from '@mdi/js'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { formatClock } from '#src/kit/format.ts'
import { toast } from '#src/kit/toasts.ts'
import { useT } from '../use-t.ts'
import type { Search } from '../reservation-search.ts'
import { type Conflict, conflictsOf } from './acts/play-rules.ts'
import { useActs } from './acts/act-store.ts'
import { actWords } from './act-words.ts'
import { Conflicts } from './Conflicts.tsx'
import { kept } from './copy/kept.ts'
import { useZoneOf } from './use-zone-of.ts'
import { usePhaseT } from '../phases/use-phase-t.ts'

const justMs = 5_000
/** Of what was refused just now: who it is about, and where it is decided. */
const useTold = (conflicts: readonly Conflict[], look: () => void): void => {
  const t = usePhaseT()
  const list = useT()
  const known = useRef(new Set<string>())
  const open = useEffectEvent(look)
  useEffect(() => {
    for (const { act } of conflicts) {
      const { key, refused } = act
      if (known.current.has(key)) continue
      known.current.add(key)
      if (refused && Date.now() - refused.at < justMs)
        toast.error(t('offline.told', { what: actWords(t, list, act) }), { label: t('offline.look'), run: () => open() })
    }
  }, [conflicts, t, list])
}

/** Whether the evening on the screen is kept here and how old that is, and what people have to decide about. */
export const OfflineState = ({ search }: { search: Pick<Search, 'date' | 'venue'> }) => {
  const t = usePhaseT()
  const [open, setOpen] = useState(false)
  const conflicts = conflictsOf(useActs())
  const { length } = conflicts
  useTold(conflicts, () => setOpen(true))
  const copy = kept
    .use()
    .find(
      ({ venueId, date }) =>
        search.venue.length < 2 && (search.venue[0] ?? venueId) === venueId && (search.date === undefined || search.date === date),
    )
  const zone = useZoneOf(copy ? [copy.venueId] : [])
  return (
    <>
      {copy ? (
        <Icon
          path={mdiContentSaveCheckOutline}
          size={15}
          label={t('offline.kept', { time: formatClock(new Date(copy.at).toISOString(), zone) })}
        />
      ) : null}
      {length > 0 ? (
        <button type="button" className="late" onClick={() => setOpen(true)}>
          <Icon path={mdiAlertOctagonOutline} size={15} />
          {t('offline.conflicts', { count: length })}
        </button>
      ) : null}
      {open ? <Conflicts onClose={() => setOpen(false)} /> : null}
    </>
  )
}
