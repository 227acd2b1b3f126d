import { mdiChartGantt, mdiCheckAll, mdiClipboardTextOutline, mdiFilterOutline, mdiSilverwareForkKnife } from '@mdi/js'
import type { ReservationRow } from '@tablewire/contracts/booking/reservations'
import { type ReactNode, useMemo } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { useNow } from '#src/kit/use-now.ts'
import { activeFilters, type Search } from '../reservation-search.ts'
import { countOpen } from './close-rules.ts'
import { usePhaseWork } from './evening.ts'
import { type Meal, type Phase, phases } from './phase-rules.ts'
import { usePhaseT } from './use-phase-t.ts'

const icons: Record<Phase, string> = { briefing: mdiClipboardTextOutline, service: mdiSilverwareForkKnife, close: mdiCheckAll }

type PhaseBarProps = {
  phase: Phase
  /** Whether the tables are looked at instead; undefined at venues that work without them. */
  byTables: boolean | undefined
  meals: readonly Meal[]
  /** Undefined = the whole day. */
  mealId: string | undefined
  rows: readonly ReservationRow[]
  /** By the clock the meal has ended. */
  over: boolean
  search: Search
  onPhase: (phase: Phase) => void
  onMeal: (meal: string) => void
  onTables: () => void
  /** At the end of the line. */
  children: ReactNode
}

/** Which phase of which meal; both stand in the address once they were chosen. */
export const PhaseBar = (props: PhaseBarProps) => {
  const { phase, byTables, meals, mealId, rows, over, search, onPhase, onMeal, onTables, children } = props
  const t = usePhaseT()
  const { endOf } = usePhaseWork()
  const now = useNow()
  const open = useMemo(() => countOpen(rows, { endOf, now, over }), [rows, endOf, now, over])
  return (
    <div className={byTables ? 'phase-bar by-tables' : 'phase-bar'}>
      <fieldset className="choice phases" aria-label={t('phase')}>
        {phases.map((one) => (
          <button key={one} type="button" aria-pressed={byTables !== true && one === phase} onClick={() => onPhase(one)}>
            <Icon path={icons[one]} size={18} />
            <span className="word">{t(`phase.${one}`)}</span>
            {one === 'close' && open > 0 ? (
              <span className="count" title={t('close.open', { count: open })}>
                {open}
              </span>
            ) : null}
          </button>
        ))}
        {byTables === undefined ? null : (
          <button type="button" aria-pressed={byTables} onClick={onTables}>
            <Icon path={mdiChartGantt} size={18} />
            <span className="word">{t('phase.tables')}</span>
          </button>
        )}
      </fieldset>
      {meals.length > 1 ? (
        <fieldset className="choice meals" aria-label={t('meal')}>
          {meals.map(({ id, name }) => (
            <button key={id} type="button" aria-pressed={id === mealId} onClick={() => onMeal(id)}>
              {name}
            </button>
          ))}
          <button type="button" aria-pressed={mealId === undefined} onClick={() => onMeal('all')}>
            {t('meal.all')}
          </button>
        </fieldset>
      ) : null}
      {meals.length > 1 ? (
        // On a phone one line holds phase, meal and walk-in.
        <select className="meal" aria-label={t('meal')} value={mealId ?? 'all'} onChange={({ target }) => onMeal(target.value)}>
          {meals.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
          <option value="all">{t('meal.all')}</option>
        </select>
      ) : null}
      {/* They may hide parties of the evening. */}
      {activeFilters(search).length > 0 ? (
        <span className="filtered">
          <Icon path={mdiFilterOutline} size={15} />
          {t('filtered')}
        </span>
      ) : null}
      {children}
    </div>
  )
}
