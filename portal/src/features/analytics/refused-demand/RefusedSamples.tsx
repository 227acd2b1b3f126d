import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { RefusedBy, RefusedSample } from '@tablewire/contracts/analytics/refused-demand'
import { rightOf } from '@tablewire/contracts/identity/page-rights'
import { useId } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { formatClock, formatDate, formatInstant } from '#src/kit/format.ts'
import { LinkButton } from '#src/kit/LinkButton.tsx'
import { useUrlFlag } from '#src/kit/url-search.ts'
import { useT } from '../use-t.ts'
import { explainerSearch } from './explainer-search.ts'

const Root = styled('section')(({ theme }) => ({
  '& > header': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    gap: theme.spacing(0, 2),
    '& > h3': { ...theme.typography.subtitle2, margin: 0 },
  },
  '& > p': { margin: '4px 0 0', fontSize: '0.8125rem', color: theme.vars.palette.text.secondary },
  '& > ul': { margin: theme.spacing(0.5, 0, 0), padding: 0, listStyle: 'none' },
  '& li': {
    display: 'flex',
    flexWrap: 'wrap',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: theme.spacing(0, 2),
    padding: '5px 0',
    borderBottom: `1px solid ${theme.vars.palette.divider}`,
    fontSize: '0.875rem',
  },
  '& li small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
}))

const firstShown = 8

type SamplesProps = {
  samples: readonly RefusedSample[]
  rule: RefusedBy | undefined
  ruleText: (rule: RefusedBy) => string
  onAll: () => void
}

/** What guests asked, word for word; whoever may open the setup sees the same question there, with the rules that speak against it. */
export const RefusedSamples = ({ samples, rule, ruleText, onAll }: SamplesProps) => {
  const t = useT()
  const id = useId()
  const mayOpen = useAbility().can(...rightOf['/settings/restaurant-setup'])
  const [all, setAll] = useUrlFlag('all', 'awaySamples')
  const severalVenues = new Set(samples.map(({ venueId }) => venueId)).size > 1
  const whenOf = ({ day, wantedAt, zone }: RefusedSample): string =>
    `${formatDate(day)}, ${wantedAt === null ? t('away.anyTime') : formatClock(wantedAt, zone)}`
  const whyOf = ({ rule: bound, limit, used }: RefusedSample): string =>
    limit === null || used === null ? ruleText(bound) : `${ruleText(bound)} (${t('away.used', { used, limit })})`
  return (
    <Root aria-labelledby={id}>
      <header>
        <h3 id={id}>{rule ? t('away.samplesOf', { rule: ruleText(rule) }) : t('away.samples')}</h3>
        {rule ? (
          <Button size="small" color="inherit" onClick={onAll}>
            {t('away.all')}
          </Button>
        ) : null}
      </header>
      <p>{t(samples.length ? 'away.samples.hint' : 'away.samples.none')}</p>
      <ul>
        {samples.slice(0, all ? samples.length : firstShown).map((one) => (
          <li key={`${one.venueId} ${one.askedAt} ${one.channelId} ${one.partySize} ${one.wantedAt}`}>
            <span>
              {[
                whenOf(one),
                t('count.covers', { count: one.partySize }),
                one.channelName ?? '–',
                ...(severalVenues ? [one.venueName] : []),
              ].join(' · ')}
              <small>
                {whyOf(one)} · {t('away.askedAt', { at: formatInstant(one.askedAt, one.zone) })}
              </small>
            </span>
            {mayOpen ? (
              <LinkButton to="/settings/restaurant-setup" search={explainerSearch(one)} of={whenOf(one)}>
                {t('away.explain')}
              </LinkButton>
            ) : null}
          </li>
        ))}
      </ul>
      {samples.length > firstShown ? (
        <Button size="small" color="inherit" aria-expanded={all} onClick={() => setAll(!all)}>
          {all ? t('rows.fewer') : t('rows.all', { count: samples.length })}
        </Button>
      ) : null}
    </Root>
  )
}
