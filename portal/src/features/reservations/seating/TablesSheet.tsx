import { mdiCancel, mdiCheckCircleOutline, mdiClockOutline, mdiSilverwareForkKnife } from '@mdi/js'
import Button from '@mui/material/Button'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { venues } from '@tablewire/contracts/estate/venues'
import { useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { formatClock } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { nameOf } from './seated-name.ts'
import { BlockForm } from './BlockForm.tsx'
import { HouseRoot as Root } from './house-styles.ts'
import { type HouseTable, hiddenParties, houseTables, isBlocked } from './house-tables.ts'
import type { TablesOf } from './seats.ts'
import { FitWords } from './TableMark.tsx'
import { useBlocks } from './use-blocks.ts'
import { useSeatT } from './use-seat-t.ts'

export type TablesSheetProps = {
  venue: { id: string; timezone: string }
  tablesOf: TablesOf
  rows: readonly ReservationRow[]
  endOf: (row: ReservationRow) => number
  /** What the states are true of: now, or the opening of a day to come; and when the house closes. */
  now: number
  closing: number
  mayMove: boolean
}

const clock = (at: number | string, zone: string): string => formatClock(new Date(at).toISOString(), zone)

/** Who sits there until when, and from when it is free or not. */
const State = ({ one, props }: { one: HouseTable; props: TablesSheetProps }) => {
  const t = useSeatT()
  const { venue, endOf, now } = props
  const { sits, next, blocks } = one
  const party = (row: ReservationRow): string => t('house.party', { name: nameOf(row), size: row.partySize })
  const at = (instant: number | string): string => clock(instant, venue.timezone)
  const closed = blocks.find(({ from }) => Date.parse(from) <= now)
  return (
    <span className="state">
      {sits ? (
        <span>
          <Icon path={mdiSilverwareForkKnife} size={16} />
          {t('house.sits', { party: party(sits), time: at(endOf(sits)) })}
        </span>
      ) : null}
      {[sits, next].map((row) => (row ? <FitWords key={row.id} row={row} /> : null))}
      {sits || closed ? null : (
        <span className="free">
          <Icon path={mdiCheckCircleOutline} size={16} />
          {next ? t('house.freeUntil', { time: at(next.startsAt) }) : t('house.free')}
        </span>
      )}
      {blocks.map((block) => (
        <span key={block.id} className="closed">
          <Icon path={mdiCancel} size={16} />
          {block === closed
            ? t('house.closed', { time: at(block.until) })
            : t('house.closedFrom', { from: at(block.from), until: at(block.until) })}
          {block.reason ? `: ${block.reason}` : ''}
        </span>
      ))}
      {next ? (
        <span className="later">
          <Icon path={mdiClockOutline} size={14} />
          {t('house.next', { party: party(next), time: at(next.startsAt) })}
        </span>
      ) : null}
    </span>
  )
}

const Line = ({ one, props, busy, onAsk }: { one: HouseTable; props: TablesSheetProps; busy: boolean; onAsk: (ask: boolean) => void }) => {
  const t = useSeatT()
  const { venue, now, closing, mayMove } = props
  const { closed, open } = useBlocks(venue)
  const { table, blocks } = one
  const block = blocks.find(({ from }) => Date.parse(from) <= now) ?? blocks[0]
  return (
    <li>
      <span className="card" dir="auto">
        {table.name}
        <small>{t('seats', { count: table.maxCovers })}</small>
      </span>
      <State one={one} props={props} />
      {!mayMove || busy ? null : block ? (
        <Button
          size="small"
          color="inherit"
          aria-label={t('open.one', { table: table.name })}
          onClick={() => void open(table.name, block).catch(() => undefined)}
        >
          {t('open')}
        </Button>
      ) : (
        <Button size="small" color="inherit" aria-label={t('block.one', { table: table.name })} onClick={() => onAsk(true)}>
          {t('block')}
        </Button>
      )}
      {busy && !isBlocked(one, now) ? (
        <BlockForm
          venue={venue}
          table={table}
          from={now}
          closing={closing}
          onDone={(made) => {
            onAsk(false)
            closed(table.name, made)
          }}
          onCancel={() => onAsk(false)}
        />
      ) : null}
    </li>
  )
}

/** RE5: the house's tables by area; one that takes nobody tonight is closed here and opened again. */
export const TablesSheet = (props: TablesSheetProps) => {
  const t = useSeatT()
  const { venue, tablesOf, rows, now } = props
  const { plan, day, error, retry } = tablesOf
  const areas = useEndpoint(venues.areas, { params: { id: venue.id } }, { staleTime: 600_000 }).data
  const [asked, setAsked] = useState<string>()
  if (!day || !areas) return <Root>{error ? <ErrorState error={error} onRetry={retry} /> : <RowsSkeleton rows={5} />}</Root>
  if (plan.tables.length === 0)
    return (
      <Root>
        <EmptyState title={t('house.none')} hint={t('house.noneHint')} />
      </Root>
    )
  const house = houseTables({ plan, day, rows, now })
  const known = new Set(areas.map(({ id }) => id))
  const parts = [...areas, { id: '', name: t('house.elsewhere') }].map(({ id, name }) => ({
    id,
    name,
    here: house.filter(({ table: { areaId } }) => (id === '' ? !known.has(areaId) : areaId === id)),
  }))
  return (
    <Root>
      {hiddenParties({ day, rows }) ? <p>{t('house.hidden')}</p> : null}
      {parts.map(({ id, name, here }) =>
        here.length === 0 ? null : (
          <section key={id} aria-label={name}>
            <h3>{name}</h3>
            <ul>
              {here.map((one) => (
                <Line
                  key={one.table.id}
                  one={one}
                  props={props}
                  busy={asked === one.table.id}
                  onAsk={(ask) => setAsked(ask ? one.table.id : undefined)}
                />
              ))}
            </ul>
          </section>
        ),
      )}
    </Root>
  )
}
