import { styled } from '@mui/material/styles'
import type { CallFigures } from '@tablewire/contracts/operations/traces'
import { formatNumber } from '#src/kit/format.ts'
import { durationInWords } from './trace-words.ts'
import { useT } from './use-t.ts'

const Figure = styled('figure')(({ theme }) => ({
  margin: 0,
  minWidth: 0,
  '& figcaption': { color: theme.vars.palette.text.secondary, fontSize: '0.6875rem', marginBlockEnd: 2 },
  '& svg': { display: 'block', width: '100%', height: 30 },
  '& .ok': { fill: theme.vars.palette.tone.success.solid },
  '& .failed': { fill: theme.vars.palette.tone.danger.solid },
  '& .none': { fill: theme.vars.palette.divider },
  '& .time': { fill: theme.vars.palette.tone.info.solid },
  '& .over': { fill: theme.vars.palette.tone.warning.solid },
  '& line': { stroke: theme.vars.palette.text.secondary, strokeWidth: 1, strokeDasharray: '3 2', vectorEffect: 'non-scaling-stroke' },
}))

type ChartFigures = Pick<CallFigures, 'kind' | 'hours' | 'limits'>
const width = 5
const height = 30
const picture = (label: string) => ({ role: 'img', 'aria-label': label })

/** Per hour, how much of it went well; the line is the share that may fail. */
export const SuccessChart = ({ kind, hours, limits }: ChartFigures) => {
  const t = useT()
  const calls = hours.reduce((sum, hour) => sum + hour.calls, 0)
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0)
  return (
    <Figure>
      <figcaption aria-hidden="true">{t('chart.calls')}</figcaption>
      <svg
        viewBox={`0 0 ${hours.length * width} ${height}`}
        preserveAspectRatio="none"
        {...picture(`${t(`kind.${kind}`)}: ${t('chart.success', { calls: formatNumber(calls), failed: formatNumber(failed) })}`)}
      >
        {hours.map((hour, at) => {
          const bad = hour.calls ? (hour.failed / hour.calls) * height : 0
          const x = at * width
          if (hour.calls === 0) return <rect key={hour.at} className="none" x={x} y={height - 2} width={width - 1} height={2} />
          return (
            <g key={hour.at}>
              <rect className="ok" x={x} y={bad} width={width - 1} height={height - bad} />
              {bad > 0 ? <rect className="failed" x={x} y={0} width={width - 1} height={Math.max(2, bad)} /> : null}
            </g>
          )
        })}
        <line x1={0} x2={hours.length * width} y1={height * limits.errorShare} y2={height * limits.errorShare} />
      </svg>
    </Figure>
  )
}

/** Per hour, how long a call took on average; the line is the limit. */
export const LatencyChart = ({ kind, hours, limits }: ChartFigures) => {
  const t = useT()
  const most = Math.max(0, ...hours.map(({ averageMs }) => averageMs ?? 0))
  const limit = limits.averageMs
  // A limit far above everything would leave nothing to see: then it stands at the top edge of what is drawn.
  const top = Math.max(most * 1.15, most > limit / 4 ? limit * 1.1 : 0, 1)
  const y = (ms: number): number => height - (ms / top) * height
  return (
    <Figure>
      <figcaption aria-hidden="true">{most > 0 ? `${t('chart.time')} · ${durationInWords(t, most)}` : t('chart.time')}</figcaption>
      <svg
        viewBox={`0 0 ${hours.length * width} ${height}`}
        preserveAspectRatio="none"
        {...picture(`${t(`kind.${kind}`)}: ${t('chart.latency', { most: durationInWords(t, most), limit: durationInWords(t, limit) })}`)}
      >
        {hours.map(({ at: hour, averageMs }, at) => (
          <rect
            key={hour}
            className={averageMs === null ? 'none' : averageMs > limit ? 'over' : 'time'}
            x={at * width}
            width={width - 1}
            y={averageMs === null ? height - 2 : Math.min(height - 2, y(averageMs))}
            height={averageMs === null ? 2 : Math.max(2, height - y(averageMs))}
          />
        ))}
        {top >= limit ? <line x1={0} x2={hours.length * width} y1={y(limit)} y2={y(limit)} /> : null}
      </svg>
    </Figure>
  )
}

const Spark = styled('svg')(({ theme }) => ({
  display: 'block',
  width: '100%',
  maxWidth: 120,
  height: 24,
  '& .ok': { fill: theme.vars.palette.text.secondary, opacity: 0.75 },
  '& .failed': { fill: theme.vars.palette.tone.danger.solid },
  '& .none': { fill: theme.vars.palette.divider },
}))
const sparkHeight = 24

/** The day of a connection at a glance: how much there was in each hour, and below in red how much of that failed. */
export const DaySpark = ({ hours }: Pick<CallFigures, 'hours'>) => {
  const t = useT()
  const calls = hours.reduce((sum, hour) => sum + hour.calls, 0)
  const failed = hours.reduce((sum, hour) => sum + hour.failed, 0)
  const most = Math.max(1, ...hours.map((hour) => hour.calls))
  const tall = (count: number): number => (count === 0 ? 0 : Math.max(2, (count / most) * sparkHeight))
  return (
    <Spark
      viewBox={`0 0 ${hours.length * width} ${sparkHeight}`}
      preserveAspectRatio="none"
      {...picture(t('chart.success', { calls: formatNumber(calls), failed: formatNumber(failed) }))}
    >
      {hours.map((hour, at) => {
        const [all, bad] = [tall(hour.calls), tall(hour.failed)]
        const bar = { x: at * width, width: width - 1 }
        if (all === 0) return <rect key={hour.at} className="none" {...bar} y={sparkHeight - 1} height={1} />
        return (
          <g key={hour.at}>
            <rect className="ok" {...bar} y={sparkHeight - all} height={all} />
            {bad > 0 ? <rect className="failed" {...bar} y={sparkHeight - bad} height={bad} /> : null}
          </g>
        )
      })}
    </Spark>
  )
}
