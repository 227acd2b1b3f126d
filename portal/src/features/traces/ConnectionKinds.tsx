import { styled } from '@mui/material/styles'
import type { Connection } from '@tablewire/contracts/operations/traces'
import { figuresInWords, googleInWords, isAsked, isBeyond, recoveredKind } from './connection-words.ts'
import { LatencyChart, SuccessChart } from './DayChart.tsx'
import { useT } from './use-t.ts'

const Root = styled('ul')(({ theme }) => ({
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: '0.8125rem',
  fontVariantNumeric: 'tabular-nums',
  '& > li': {
    display: 'grid',
    gridTemplateColumns: 'minmax(0, 1fr) 316px',
    alignItems: 'center',
    gap: '4px 24px',
    paddingBlock: 6,
    borderBlockStart: `1px solid ${theme.vars.palette.divider}`,
  },
  '& > li > div:first-of-type': { display: 'grid', gridTemplateColumns: '170px minmax(0, 1fr)', gap: '2px 16px' },
  '& b': { fontWeight: 500 },
  '& span': { color: theme.vars.palette.text.secondary },
  '& .beyond b, & .beyond span': { color: theme.vars.palette.tone.danger.text, fontWeight: 600 },
  '& .was b, & .was span': { color: theme.vars.palette.tone.warning.text, fontWeight: 600 },
  '& .charts': { display: 'flex', gap: 16 },
  '& .charts > *': { flex: 1 },
  [theme.breakpoints.down('lg')]: { '& > li > div:first-of-type': { gridTemplateColumns: 'minmax(0, 1fr)' } },
  [theme.breakpoints.down('sm')]: { '& > li': { gridTemplateColumns: 'minmax(0, 1fr)' } },
}))

/** Each kind of calls asked for within the day: its last hour in words, its day drawn, both beside its own limits; what is beyond them stands out. */
export const ConnectionKinds = ({ connection }: { connection: Connection }) => {
  const t = useT()
  const { kinds, name, google } = connection
  const was = recoveredKind(connection) !== undefined
  return (
    <Root aria-label={`${t('figures')}: ${name}`}>
      {kinds.filter(isAsked).map((one) => (
        <li key={one.kind} className={isBeyond(one) ? (was ? 'was' : 'beyond') : undefined}>
          <div>
            <b>{t(`kind.${one.kind}`)}</b>
            <span>{figuresInWords(t, one, google.length > 0 ? 'byGoogle' : 'here')}</span>
          </div>
          <div className="charts">
            <SuccessChart {...one} />
            <LatencyChart {...one} />
          </div>
        </li>
      ))}
      {google.map((one) => (
        <li key={`${one.accountId} ${one.method}`} className={one.since === null ? undefined : 'beyond'}>
          <div>
            <b>{one.method}</b>
            <span>{[one.accountName, googleInWords(t, one)].join(' · ')}</span>
          </div>
        </li>
      ))}
    </Root>
  )
}
