import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { Link } from '@tanstack/react-router'
import type { Connection } from '@tablewire/contracts/operations/traces'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { Tag } from '#src/kit/Tag.tsx'
import {
  checkInWords,
  errorInWords,
  figuresInWords,
  healthInWords,
  isAsked,
  isBeyond,
  isQuiet,
  stateInWords,
  toneOf,
  wasBeyond,
} from './connection-words.ts'
import { LatencyChart, SuccessChart } from './DayChart.tsx'
import { useT } from './use-t.ts'

const Root = styled('li')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: theme.spacing(1),
  padding: theme.spacing(1.75, 2),
  '&.quiet': { gridTemplateColumns: 'minmax(0, 1fr) auto', alignItems: 'center' },
  '& + &': { borderBlockStart: `1px solid ${theme.vars.palette.divider}` },
  '& .name': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '4px 10px' },
  '& strong': { fontSize: '0.9375rem', fontWeight: 600, overflowWrap: 'anywhere' },
  '& p': { margin: '3px 0 0', fontSize: '0.875rem', lineHeight: 1.45, overflowWrap: 'anywhere' },
  '& p.last': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& .kinds': { margin: 0, padding: 0, listStyle: 'none', fontSize: '0.8125rem', fontVariantNumeric: 'tabular-nums' },
  '& .kinds > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 316px',
    alignItems: 'center',
    gap: '4px 24px',
    paddingBlock: 6,
    borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
  },
  '& .kinds > li > div:first-of-type': { display: 'grid', gridTemplateColumns: '170px minmax(0, 1fr)', gap: '2px 16px' },
  '& .kinds b': { fontWeight: 500 },
  '& .kinds span': { color: theme.vars.palette.text.secondary },
  '& .kinds .beyond b, & .kinds .beyond span': { color: theme.vars.palette.tone.danger.text, fontWeight: 600 },
  '& .kinds .was b, & .kinds .was span': { color: theme.vars.palette.tone.warning.text, fontWeight: 600 },
  '& .ways': { display: 'flex', flexWrap: 'wrap', gap: '2px 6px', marginInlineStart: -8 },
  '& .charts': { display: 'flex', gap: 16 },
  '& .charts > *': { flex: 1 },
  [theme.breakpoints.down('lg')]: { '& .kinds > li > div:first-of-type': { gridTemplateColumns: 'minmax(0, 1fr)' } },
  [theme.breakpoints.down('sm')]: { '&.quiet, & .kinds > li': { gridTemplateColumns: 'minmax(0, 1fr)' } },
}))

type Way = { to: string; search: Record<string, string>; label: string; urgent?: boolean }

/** The lists behind what a line says. */
const useWays = (connection: Connection): Way[] => {
  const t = useT()
  const { kind, id, waiting, undelivered, state, error } = connection
  const was = wasBeyond(connection)
  const slow = state === 'slow' || was?.errorShare === 0
  const trouble = { to: '/traces', search: { [kind]: id, ...(slow ? { slow: '1000' } : { outcome: 'trouble' }) } }
  return [
    ...(undelivered > 0
      ? [
          {
            to: '/traces',
            search: { channel: id, flow: 'hub-channel', outcome: 'trouble', span: '720' },
            label: t('line.undelivered', { count: undelivered }),
            urgent: true,
          },
        ]
      : []),
    ...(waiting > 0
      ? [
          {
            to: '/traces',
            search: { [kind]: id, flow: kind === 'system' ? 'hub-system' : 'hub-channel', outcome: 'trouble', span: '168' },
            label: t(kind === 'system' ? 'line.bookings' : 'line.webhooks', { count: waiting }),
            urgent: true,
          },
        ]
      : []),
    ...(error || was || (state !== 'fine' && state !== 'idle') ? [{ ...trouble, label: t('line.trouble') }] : []),
    { to: '/traces', search: { [kind]: id }, label: t('line.traces') },
  ]
}

const Ways = ({ connection }: { connection: Connection }) => {
  const ways = useWays(connection)
  return (
    <div className="ways">
      {ways.map(({ to, search, label, urgent }) => (
        <Button
          key={label}
          component={Link}
          to={to}
          search={search as never}
          size="small"
          color={urgent ? 'error' : 'inherit'}
          // The same words stand in every line: who hears them hears whose they are.
          aria-label={`${label}: ${connection.name}`}
        >
          {label}
        </Button>
      ))}
    </div>
  )
}

/** Each kind of calls asked for within the day: its last hour in words, its day drawn, both beside its own limits; what is beyond them stands out. */
const Kinds = ({ connection }: { connection: Connection }) => {
  const t = useT()
  const { kinds, name } = connection
  const was = wasBeyond(connection) !== undefined
  return (
    <ul className="kinds" aria-label={`${t('figures')}: ${name}`}>
      {kinds.filter(isAsked).map((one) => (
        <li key={one.kind} className={isBeyond(one) ? (was ? 'was' : 'beyond') : undefined}>
          <div>
            <b>{t(`kind.${one.kind}`)}</b>
            <span>{figuresInWords(t, one)}</span>
          </div>
          <div className="charts">
            <SuccessChart {...one} />
            <LatencyChart {...one} />
          </div>
        </li>
      ))}
    </ul>
  )
}

/** One connection: how it is doing in a sentence, what waits for it, and its last day. */
export const ConnectionLine = ({ connection }: { connection: Connection }) => {
  const t = useT()
  const says = useFaultWords()
  const quiet = isQuiet(connection)
  const check = checkInWords(t, says, connection)
  const was = wasBeyond(connection) !== undefined
  const last = connection.state === 'fine' && !was ? null : errorInWords(t, says, connection)
  return (
    <Root className={quiet ? 'quiet' : undefined}>
      <div>
        <div className="name">
          <strong>{connection.name}</strong>
          <Tag tone={toneOf(connection)}>{stateInWords(t, connection)}</Tag>
        </div>
        <p>{healthInWords(t, connection)}</p>
        {last ? <p className="last">{last}</p> : null}
        {check ? <p className="last">{check}</p> : null}
      </div>
      {connection.kinds.some(isAsked) ? <Kinds connection={connection} /> : null}
      <Ways connection={connection} />
    </Root>
  )
}
