import { mdiTableChair } from '@mdi/js'
import { memo, useMemo, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { PartyBar } from './Bar.tsx'
import type { Sizes } from './layout.ts'
import type { Waiting } from './model.ts'
import { useTimelineT } from './use-timeline-t.ts'

/** More of its rows are drawn than are seen. */
const beyond = 3

type FreeLaneProps = { waiting: readonly Waiting[]; tracks: number; sizes: Sizes; height: number }

/** Who has no table yet, counted; it stays above the tables while they scroll, and scrolls by itself where many have none. */
export const FreeLane = memo(({ waiting, tracks, sizes, height }: FreeLaneProps) => {
  const t = useTimelineT()
  const [at, setAt] = useState(0)
  const drawn = useMemo(
    () => waiting.filter(({ track }) => track >= at - beyond && track <= at + sizes.tracks + beyond),
    [waiting, at, sizes.tracks],
  )
  // Only where it is higher than its place: what scrolls by itself holds the names that would stay in sight.
  const visible = Math.floor(height / sizes.row)
  const scrolls = tracks > visible ? (at + visible < tracks ? ' more below' : ' more') : ''
  return (
    <section className={waiting.length > 0 ? `free some${scrolls}` : 'free'} aria-label={t('free')} style={{ height }}>
      <span className="card">
        <Icon path={mdiTableChair} size={18} />
        <b>{waiting.length}</b>
        <small>{t('free.short')}</small>
      </span>
      <div className="tracks" style={{ height }} onScroll={({ currentTarget }) => setAt(Math.floor(currentTarget.scrollTop / sizes.row))}>
        <ul style={{ height: Math.max(1, tracks) * sizes.row }}>
          {drawn.map(({ bar, track }) => (
            <PartyBar key={bar.row.id} bar={bar} table={undefined} track={track} />
          ))}
        </ul>
        {waiting.length === 0 ? <p className="none">{t('free.none')}</p> : null}
      </div>
    </section>
  )
})
