import { styled } from '@mui/material/styles'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import type { ReservationAnalytics } from '@tablewire/contracts/analytics/analytics'
import { Card } from '#src/kit/Card.tsx'
import { formatNumber, formatSigned } from '#src/kit/format.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { oneOf } from '#src/kit/url-values.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import { BarTable, type BarRow } from './BarTable.tsx'
import { channelText, type Unit } from './Breakdowns.tsx'
import { type Say, useT } from './use-t.ts'

const Tables = styled('div')({
  display: 'grid',
  gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 420px), 1fr))',
  gap: '24px 32px',
  alignItems: 'start',
})

type Change = ReservationAnalytics['changes'][number]
type What = Change['measure']
const whats: readonly What[] = ['covers', 'bookings', 'canceled', 'noShows']

const partName = (t: Say, by: Change['by'], { key, name, source }: Change['parts'][number]): string => {
  if (by === 'weekday') return weekdayName(Number(key), 'long')
  if (by === 'size') return t('size.label', { size: key === '21' ? t('size.from', { size: 21 }) : key })
  if (by === 'side') return t(`side.${key}` as Parameters<Say>[0])
  return source === null ? (name ?? key) : channelText(t, { name, source })
}

const ChangeTable = ({ change }: { change: Change }) => {
  const t = useT()
  const title = t(`change.${change.by}`)
  const rows: BarRow[] = change.parts.map((one) => ({
    key: one.key,
    name: partName(t, change.by, one),
    value: one.value,
    compared: one.compared,
    rows: one.rows,
    ...(change.by === 'venue' ? { venueId: one.key } : {}),
  }))
  return (
    <div>
      <BarTable
        name={`by-${change.by}`}
        label={title}
        head={title}
        valueHead={t(change.measure)}
        rows={rows}
        rest={change.rest}
        difference
      />
    </div>
  )
}

/** Why something differs between the two periods: the parts of each table add up to the whole difference. */
export const Changes = ({ answer, unit }: { answer: ReservationAnalytics; unit: Unit }) => {
  const t = useT()
  const [search, setSearch] = useUrlSearch()
  const what = oneOf(whats, search['change']) ?? unit
  const changes = answer.changes.filter(({ measure }) => measure === what)
  const [first] = changes
  if (!first) return null
  const difference = formatSigned(first.value - first.compared)
  const hint = t('change.hint', { what: t(what), now: formatNumber(first.value), before: formatNumber(first.compared), difference })
  return (
    <Card title={t('change.title')} hint={hint}>
      <ToggleButtonGroup
        exclusive
        size="small"
        value={what}
        aria-label={t('change.of')}
        sx={{ flexWrap: 'wrap', marginBlockEnd: 2 }}
        onChange={(_event, next: What | null) => next && setSearch({ change: next === unit ? undefined : next })}
      >
        {whats.map((one) => (
          <ToggleButton key={one} value={one}>
            {t(one)}
          </ToggleButton>
        ))}
      </ToggleButtonGroup>
      <Tables>
        {changes
          .filter(({ by }) => by !== 'venue' || answer.venues > 1)
          .map((change) => (
            <ChangeTable key={change.by} change={change} />
          ))}
      </Tables>
    </Card>
  )
}
