import { styled } from '@mui/material/styles'
import { usePhaseT } from '../phases/use-phase-t.ts'
import { useT } from '../use-t.ts'
import { actWords } from './act-words.ts'
import { actStore, useActs } from './acts/act-store.ts'
import { stepsOf } from './unsent-moves.ts'

const shownMost = 6
const Root = styled('div')({
  marginTop: 12,
  '& p, & ul': { margin: 0 },
  '& ul': { paddingInlineStart: 20 },
  '& li': { overflowWrap: 'anywhere' },
})

/** What would be lost with this session, by name. */
export const UnsentPage = () => {
  const t = usePhaseT()
  const list = useT()
  // Another one after each that is sent meanwhile.
  useActs()
  const steps = stepsOf(actStore.ofEverybody())
  const more = steps.length - shownMost
  return (
    <Root>
      <p>{steps.length > 0 ? t('offline.lost', { count: steps.length }) : t('offline.none')}</p>
      <ul>
        {steps.slice(0, shownMost).map((step) => (
          <li key={step[0]!.key}>{step.map((act) => actWords(t, list, act)).join(' · ')}</li>
        ))}
        {more > 0 ? <li>{t('offline.lost.more', { count: more })}</li> : null}
      </ul>
    </Root>
  )
}
