import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { analytics } from '@tablewire/contracts/analytics/analytics'
import { type RefusedBy, refusedBy, type RefusedDemand } from '@tablewire/contracts/analytics/refused-demand'
import type { ReactNode } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { Card } from '#src/kit/Card.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { formatDate } from '#src/kit/format.ts'
import { Skeleton } from '#src/kit/Skeletons.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { oneOf } from '#src/kit/url-values.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'
import { BarTable, type BarRow } from '../BarTable.tsx'
import type { Query } from '../question.ts'
import { type Say, useT } from '../use-t.ts'
import { RefusedSamples } from './RefusedSamples.tsx'

const Parts = styled('div')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(2.5),
  '& > .tables': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fit, minmax(min(100%, 420px), 1fr))',
    gap: theme.spacing(3),
    alignItems: 'start',
  },
  '& > .said': { margin: 0, paddingInlineStart: 0, listStyle: 'none', '& > li + li': { marginBlockStart: 4 } },
  '& > .said small': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
}))

type Named = { key: string; name: string; note?: ReactNode }
const rowOf = ({ covers }: { covers: number }, named: Named): BarRow => ({ ...named, value: covers, compared: null, rows: null })

/** So many of the closed times are worth a sentence. */
const sentencesMost = 3

/** What other opening times would have found, in sentences that follow from the rows below. */
const Findings = ({ answer: { covers, searches, notOpen, since, span } }: { answer: RefusedDemand }) => {
  const t = useT()
  const whenOf = ({ weekday, meal }: RefusedDemand['notOpen'][number]): string =>
    t(`away.when.${meal ?? 'day'}`, { day: weekdayName(weekday, 'long') })
  return (
    <ul className="said">
      <li>
        {searches === 0
          ? t('away.none')
          : t('away.finding', { counted: t('count.covers', { count: covers }), searches: t('away.searches', { count: searches }) })}
      </li>
      {notOpen.slice(0, sentencesMost).map((one) => (
        <li key={`${one.weekday} ${one.meal}`}>
          <strong>{t('away.open', { when: whenOf(one), counted: t('count.covers', { count: one.covers }) })}</strong>
        </li>
      ))}
      {span.from < since ? (
        <li>
          <small>{t('away.since', { date: formatDate(since, 'short') })}</small>
        </li>
      ) : null}
    </ul>
  )
}

const ruleText = (t: Say, rule: RefusedBy): string => t(`away.rule.${rule}`)

const Tables = ({
  answer,
  rule,
  onRule,
}: {
  answer: RefusedDemand
  rule: RefusedBy | undefined
  onRule: (rule: RefusedBy | undefined) => void
}) => {
  const t = useT()
  const noteOf = (one: RefusedBy) => (
    <Button
      size="small"
      color="inherit"
      aria-pressed={one === rule}
      sx={{ marginInlineStart: -0.6 }}
      onClick={() => onRule(one === rule ? undefined : one)}
    >
      {t('away.asked')}
    </Button>
  )
  const tables = [
    {
      name: 'away',
      head: t('away.rules'),
      rows: answer.rules.map((one) => rowOf(one, { key: one.rule, name: ruleText(t, one.rule), note: noteOf(one.rule) })),
    },
    {
      name: 'awayHours',
      head: t('away.hours'),
      rows: answer.hours.map((one) =>
        rowOf(one, { key: `${one.hour}`, name: one.hour === null ? t('away.anyTime') : t('away.hour', { hour: one.hour }) }),
      ),
    },
    {
      name: 'awayDays',
      head: t('away.weekdays'),
      rows: answer.weekdays.map((one) => rowOf(one, { key: `${one.weekday}`, name: weekdayName(one.weekday, 'long') })),
    },
    {
      name: 'awayChannels',
      head: t('channels.head'),
      rows: answer.channels.map((one) => rowOf(one, { key: one.channelId, name: one.name ?? '–' })),
    },
  ]
  return (
    <div className="tables">
      {tables.map(({ name, head, rows }) => (
        <div key={name}>
          <BarTable name={name} label={`${t('away.title')}: ${head}`} head={head} valueHead={t('covers')} rows={rows} />
        </div>
      ))}
    </div>
  )
}

/** RE5: whom the houses turned away, and why; each reason opens searches as they were asked, and these the setting behind it. */
export const RefusedCard = ({ query, today }: { query: Query; today: string }) => {
  const t = useT()
  const [search, setSearch] = useUrlSearch()
  const rule = oneOf(refusedBy, search['refused'])
  const { from, to, venueId, companyId, brandId, channelId, partySize } = query
  const asked = Object.fromEntries(
    Object.entries({ from, to, today, venueId, companyId, brandId, channelId, partySize, rule }).filter(([, value]) => value !== undefined),
  ) as Pick<Query, 'from' | 'to'>
  const { data, error, refetch } = useEndpoint(analytics.refused, { query: asked }, { ...keepRows, staleTime: 60_000 })
  if (!data) return error ? <ErrorState error={error} onRetry={() => void refetch()} /> : <Skeleton height={340} />
  return (
    <Card title={t('away.title')} hint={t('away.hint')}>
      <Parts>
        <Findings answer={data} />
        {data.searches > 0 ? (
          <>
            <Tables answer={data} rule={rule} onRule={(next) => setSearch({ refused: next })} />
            <RefusedSamples
              samples={data.samples}
              rule={rule}
              ruleText={(one) => ruleText(t, one)}
              onAll={() => setSearch({ refused: undefined })}
            />
          </>
        ) : null}
      </Parts>
    </Card>
  )
}
