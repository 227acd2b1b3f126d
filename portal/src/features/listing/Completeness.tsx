import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { ListingGap } from '@tablewire/contracts/listing/completeness.rules'
import type { ListingDetail } from '@tablewire/contracts/listing/listings'
import { useState } from 'react'
import { Score } from './Score.tsx'
import { useT } from './use-t.ts'

const Root = styled('section')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1),
  marginBlockEnd: theme.spacing(2),
  padding: theme.spacing(1.5, 2),
  border: '1px solid var(--skin-edge)',
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  '& > header': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: theme.spacing(0.5, 2) },
  '& h2': { ...theme.typography.body2, fontWeight: 600, margin: 0 },
  '& > p': { margin: 0, color: theme.vars.palette.text.secondary },
  '& > ul': {
    display: 'grid',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 270px), 1fr))',
    gap: 8,
    margin: 0,
    padding: 0,
    listStyle: 'none',
  },
}))
const Gap = styled('button')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: '1fr auto',
  columnGap: 10,
  width: '100%',
  height: '100%',
  padding: '8px 12px',
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: 'transparent',
  color: 'inherit',
  font: 'inherit',
  fontSize: '0.8125rem',
  textAlign: 'start',
  cursor: 'pointer',
  '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 1 },
  '& > strong': { fontWeight: 600 },
  '& > b': { color: theme.vars.palette.tone.success.text, fontVariantNumeric: 'tabular-nums' },
  '& > small': { gridColumn: '1 / -1', fontSize: '0.75rem', color: theme.vars.palette.text.secondary },
}))
const shownAtFirst = 3

type CompletenessProps = { listing: Pick<ListingDetail, 'score' | 'gaps'>; onGo: (gap: ListingGap) => void }

/** LI1: what is missing, why it matters, what it brings, and the way to its field. */
export const Completeness = ({ listing: { score, gaps }, onGo }: CompletenessProps) => {
  const t = useT()
  const [all, setAll] = useState(false)
  const shown = all ? gaps : gaps.slice(0, shownAtFirst)
  return (
    <Root aria-label={t('gaps.title')}>
      <header>
        <Score score={score} label={t('score', { score })} />
        {gaps.length ? <h2>{t('gaps.title')}</h2> : null}
        {gaps.length > shownAtFirst ? (
          <Button size="small" color="inherit" aria-expanded={all} onClick={() => setAll(!all)}>
            {all ? t('gaps.less') : t('gaps.more', { count: gaps.length })}
          </Button>
        ) : null}
      </header>
      {gaps.length ? (
        <ul>
          {shown.map(({ gap, points }) => (
            <li key={gap}>
              <Gap type="button" onClick={() => onGo(gap)}>
                <strong>{t(`g.${gap}`)}</strong>
                <b>{t('gain', { points })}</b>
                <small>{t(`g.${gap}.why`)}</small>
              </Gap>
            </li>
          ))}
        </ul>
      ) : (
        <p>{t('gaps.none')}</p>
      )}
    </Root>
  )
}
