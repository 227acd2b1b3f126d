import { mdiAccountSwitchOutline, mdiLockOutline, mdiTabletCellphone } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { sharedDevices } from '@tablewire/contracts/identity/shared-devices'
import { useEffect, useState, useSyncExternalStore } from 'react'
import { api } from '#src/api/client.ts'
import { useEndpoint } from '#src/api/query.ts'
import { type Answer, type Ask, tablet } from '#src/api/tablet.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Keypad } from './Keypad.tsx'
import type { Candidate } from './keypad-logic.ts'
import { staySecondsOf, useIdle } from './use-idle.ts'
import { useT } from './use-t.ts'

/** As high with nobody as with somebody, on each width: the page below does not move when a person comes or goes. */
const Bar = styled('aside')(({ theme }) => ({
  display: 'flex',
  alignItems: 'center',
  gap: theme.spacing(0.5, 1.5),
  minHeight: 58,
  margin: theme.spacing(0, 0, 2),
  padding: theme.spacing(0.75, 1.5),
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  fontSize: '0.875rem',
  lineHeight: 1.3,
  '&[data-inside="true"]': { borderColor: theme.vars.palette.tone.success.solid },
  '& > svg': { flexShrink: 0 },
  '& > output': { flex: '1 1 auto', minWidth: 0, margin: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  '& > output > small': { color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& button': { flexShrink: 0, minHeight: 44 },
  // One row on a phone: the evening below needs the height.
  [theme.breakpoints.down('sm')]: {
    gap: theme.spacing(1),
    padding: theme.spacing(0.75, 1),
    '& > output > :not(strong), & > button > .word': { display: 'none' },
    '& > button': { minWidth: 44, paddingInline: 10, '& .MuiButton-startIcon': { margin: 0 } },
  },
  '@media print': { display: 'none' },
}))

type Question = { ask: Ask; answer: (given: Answer) => void }

/** The keypad answers one question after the other. */
const useQuestions = () => {
  const [question, setQuestion] = useState<Question>()
  useEffect(
    () =>
      tablet.onAsk(
        (ask) =>
          new Promise((resolve) => {
            setQuestion({
              ask,
              answer: (given) => {
                setQuestion(undefined)
                resolve(given)
              },
            })
          }),
      ),
    [],
  )
  return { question, open: (ask: Ask) => setQuestion({ ask, answer: () => setQuestion(undefined) }) }
}

const letIn = async (person: Candidate, pin: string): Promise<void> => {
  const given = await api(sharedDevices.letIn, { body: { personId: person.id, pin } })
  tablet.enter({ id: given.personId, name: given.name, token: given.token, untilMs: Date.now() + staySecondsOf(tablet.get().stay) * 1000 })
}

const lock = (): void => {
  tablet.leave()
  // Out here at once; on the server as well, unless it cannot be reached.
  api(sharedDevices.lock).catch(() => undefined)
}

const Waiting = ({ onAsk }: { onAsk: (ask: Ask) => void }) => {
  const t = useT()
  const { waiting } = useSyncExternalStore(tablet.subscribe, tablet.get)
  const [first] = waiting
  if (!first) return null
  return (
    <Button variant="outlined" color="warning" onClick={() => onAsk({ kind: 'person', only: first })}>
      {t('waiting.steps', { name: first.name, count: waiting.filter(({ id }) => id === first.id).length })}
    </Button>
  )
}

/** What a shared tablet shows on every page: whose hands it is in, and the keypad. */
export const Tablet = ({ name }: { name: string }) => {
  const t = useT()
  const { inside } = useSyncExternalStore(tablet.subscribe, tablet.get)
  const here = useEndpoint(sharedDevices.here, {}, { staleTime: 60_000, meta: { shown: true } })
  const { question, open } = useQuestions()
  const stay = here.data?.rules.stay
  const { refetch, isError, data } = here
  useIdle(inside)
  // Whoever has set a PIN a moment ago is among the names.
  useEffect(() => {
    if (question) void refetch()
  }, [question, refetch])
  // Without a network nobody can be let in.
  useEffect(() => {
    if (question && isError && !data) question.answer(undefined)
  }, [question, isError, data])
  useEffect(() => {
    if (stay) tablet.setStay(stay)
  }, [stay])
  const putAside = ({ ask, answer: give }: Question): void => {
    give({ aside: true })
    if (ask.kind === 'person' && ask.only) tablet.putAside(ask.only)
  }
  const anybody = (): void => open({ kind: 'person', only: undefined })
  const answer = async (ask: Ask, person: Candidate, pin: string): Promise<void> => {
    if (ask.kind === 'person') {
      await letIn(person, pin)
      question?.answer({})
      return
    }
    const { act, digest } = ask
    const given = await api(sharedDevices.approve, { body: { personId: person.id, pin, act, digest } })
    question?.answer({ approval: given.token })
  }
  return (
    <>
      <Bar aria-label={t('title', { tablet: name })} data-inside={inside !== undefined}>
        <Icon path={mdiTabletCellphone} />
        <output>
          <strong>{inside ? inside.name : t('nobody')}</strong>
          <br />
          <small>{inside ? t('inside', { tablet: name }) : t('nobody.hint', { tablet: name })}</small>
        </output>
        <Waiting onAsk={open} />
        {inside ? (
          <Button
            variant="outlined"
            color="inherit"
            aria-label={t('switch')}
            startIcon={<Icon path={mdiAccountSwitchOutline} size={18} />}
            onClick={anybody}
          >
            <span className="word">{t('switch')}</span>
          </Button>
        ) : (
          <Button variant="contained" onClick={anybody}>
            {t('enter')}
          </Button>
        )}
        {inside ? (
          <Button
            variant="outlined"
            color="inherit"
            aria-label={t('lock')}
            startIcon={<Icon path={mdiLockOutline} size={18} />}
            onClick={lock}
          >
            <span className="word">{t('lock')}</span>
          </Button>
        ) : null}
      </Bar>
      {question && data ? (
        <Keypad
          key={question.ask.kind === 'approval' ? question.ask.digest : question.ask.kind}
          ask={question.ask}
          people={data.people}
          onPin={(person, pin) => answer(question.ask, person, pin)}
          onClose={() => question.answer(undefined)}
          onAside={() => putAside(question)}
        />
      ) : null}
    </>
  )
}
