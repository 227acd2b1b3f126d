import { mdiAlertOctagonOutline, mdiContentSaveCheckOutline } from '@mdi/js'
import { useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { formatClock } from '#src/kit/format.ts'
import type { Search } from '../reservation-search.ts'
import { conflictsOf } from './acts/act-rules.ts'
import { useActs } from './acts/act-store.ts'
import { Conflicts } from './Conflicts.tsx'
import { kept } from './copy/kept.ts'
import { usePhaseT } from '../phases/use-phase-t.ts'

/** Whether the evening on the screen is kept here and how old that is, and what people have to decide about. */
export const OfflineState = ({ search }: { search: Pick<Search, 'date' | 'venue'> }) => {
  const t = usePhaseT()
  const [open, setOpen] = useState(false)
  const { length } = conflictsOf(useActs())
  const copy = kept
    .use()
    .find(
      ({ venueId, date }) =>
        search.venue.length < 2 && (search.venue[0] ?? venueId) === venueId && (search.date === undefined || search.date === date),
    )
  return (
    <>
      {copy ? (
        <Icon
          path={mdiContentSaveCheckOutline}
          size={15}
          label={t('offline.kept', { time: formatClock(new Date(copy.at).toISOString()) })}
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
