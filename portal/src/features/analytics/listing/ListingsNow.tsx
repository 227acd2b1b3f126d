import type { ListingAnalytics } from '@tablewire/contracts/analytics/listing-analytics'
import { Fragment } from 'react'
import { Card } from '#src/kit/Card.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { type BarRow, BarTable } from '../BarTable.tsx'
import { peakOf } from '../Breakdowns.tsx'
import { ChartCard } from '../charts/ChartCard.tsx'
import { ColumnChart } from '../charts/ColumnChart.tsx'
import { RowsLink, RowsPageContext } from '../RowsLink.tsx'
import { type Say, useT } from '../use-t.ts'
import { durationText } from '../values.ts'
import { differenceRows } from './rows-pages.ts'
import { useGapWords, usePlaceWords } from './use-words.ts'

type Now = ListingAnalytics['now']
type Props = { now: Now }

export const Scores = ({ now: { scores } }: Props) => {
  const t = useT()
  const points = scores.map(({ from, to, listings, rows }) => {
    const label = from === 100 ? t('listing.scores.full') : t('listing.scores.band', { from, to })
    return { key: String(from), label, short: from === 100 ? '100' : `${from}–${to}`, value: listings, compared: null, rows }
  })
  return (
    <ChartCard
      name="scores"
      title={t('listing.scores.title')}
      finding={peakOf(t, points, 'listings')}
      table={{
        heads: [t('listing.completeness'), t('listing.listings')],
        rows: points.map(({ key, label, value, rows }) => ({
          key,
          cells: [
            label,
            <RowsLink key={key} rows={rows}>
              {formatNumber(value)}
            </RowsLink>,
          ],
        })),
      }}
    >
      <ColumnChart
        label={t('listing.scores.title')}
        hint={t('chart.listingKeys')}
        points={points}
        read={({ label, value }) => `${label}: ${t('count.listings', { count: value })}`}
      />
    </ChartCard>
  )
}

export const Gaps = ({ now: { gaps } }: Props) => {
  const t = useT()
  const say = useGapWords()
  const rows = gaps.map(({ gap, points, listings, rows: of }) => ({
    key: gap,
    name: say(`g.${gap}`),
    note: t('listing.gaps.note', { count: points, total: formatNumber(points * listings) }),
    value: listings,
    compared: null,
    rows: of,
  }))
  return (
    <Card title={t('listing.gaps.title')} hint={t('listing.gaps.hint')}>
      <BarTable name="gaps" label={t('listing.gaps.title')} head={t('listing.gaps.head')} valueHead={t('listing.listings')} rows={rows} />
    </Card>
  )
}

const namedGaps = 3
export const Worst = ({ now: { venues, listings } }: Props) => {
  const t = useT()
  const say = useGapWords()
  const rows = venues.map(({ venueId, name, city, score, gaps, differences, rows: differing }) => ({
    key: venueId,
    venueId,
    name,
    note: (
      <>
        {[
          city,
          gaps
            .slice(0, namedGaps)
            .map((gap) => say(`g.${gap}`))
            .join(', '),
        ]
          .filter(Boolean)
          .join(' · ')}
        {differences > 0 ? (
          <RowsPageContext value={differenceRows}>
            {' · '}
            <RowsLink rows={differing}>{t('count.differences', { count: differences })}</RowsLink>
          </RowsPageContext>
        ) : null}
      </>
    ),
    value: score,
    compared: null,
    rows: { id: venueId },
  }))
  return (
    <Card
      title={t('listing.worst.title')}
      {...(listings > venues.length ? { hint: t('league.some', { count: venues.length, total: listings }) } : {})}
    >
      <BarTable name="worst" label={t('listing.worst.title')} head={t('league.head')} valueHead={t('listing.worst.value')} rows={rows} />
    </Card>
  )
}

const ageOf = (t: Say, { differences, middleMinutes, longestMinutes }: Now['open']): string => {
  const longest = durationText(t, longestMinutes ?? 0)
  if (differences === 1) return t('listing.age.one', { longest })
  return t('listing.age', { middle: durationText(t, middleMinutes ?? 0, longestMinutes ?? 0), longest })
}

type OpenProps = { name: string; title: string; head: string; rows: readonly BarRow[] }
const Open = ({ name, title, head, rows }: OpenProps) => {
  const t = useT()
  return (
    <Card title={title}>
      {rows.length === 0 ? (
        <p style={{ margin: 0 }}>{t('listing.open.none')}</p>
      ) : (
        <BarTable name={name} label={title} head={head} valueHead={t('listing.differences')} rows={rows} />
      )}
    </Card>
  )
}

export const ByChannel = ({ now: { channels } }: Props) => {
  const t = useT()
  const rows = channels.map((one) => ({
    key: one.channelId,
    name: one.name,
    note: ageOf(t, one),
    value: one.differences,
    compared: null,
    rows: one.rows,
  }))
  return <Open name="channels" title={t('listing.channels.title')} head={t('channels.head')} rows={rows} />
}

export const ByField = ({ now: { fields } }: Props) => {
  const t = useT()
  const say = usePlaceWords()
  const rows = fields.map((one) => ({
    key: one.field,
    name: say(`f.${one.field}`),
    note: ageOf(t, one),
    value: one.differences,
    compared: null,
    rows: one.rows,
  }))
  return <Open name="fields" title={t('listing.fields.title')} head={t('listing.fields.head')} rows={rows} />
}

const inOrder = ['shown', 'differs', 'pending', 'not_sent', 'rejected'] as const
export const Places = ({ now: { places } }: Props) => {
  const t = useT()
  const say = usePlaceWords()
  const rows = places.map(({ channelId, name, states, rows: of }) => ({
    key: channelId,
    name,
    note: states
      .toSorted((a, b) => inOrder.indexOf(a.state) - inOrder.indexOf(b.state))
      .map(({ state, venues, rows: some }, at) => (
        <Fragment key={state}>
          {at > 0 ? ' · ' : null}
          <RowsLink rows={some} label={t('listing.places.of', { channel: name, state: say(`state.${state}`), count: venues })}>
            {t('listing.places.state', { state: say(`state.${state}`), count: venues })}
          </RowsLink>
        </Fragment>
      )),
    value: states.find(({ state }) => state === 'shown')?.venues ?? 0,
    compared: null,
    rows: of,
  }))
  return (
    <Card title={t('listing.places.title')} hint={t('listing.places.hint')}>
      <BarTable
        name="places"
        label={t('listing.places.title')}
        head={t('channels.head')}
        valueHead={t('listing.places.value')}
        rows={rows}
      />
    </Card>
  )
}
