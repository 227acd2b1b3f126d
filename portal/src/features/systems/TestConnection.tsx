import { mdiConnection } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ConnectionTest, connections } from '@tablewire/contracts/rms/connections'
import { systems } from '@tablewire/contracts/rms/systems'
import { keyOf, queryClient, useCall } from '#src/api/query.ts'
import { useFaultWords } from '#src/i18n/use-fault-words.ts'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatDate, formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { ListItem, ItemList } from '#src/kit/ItemList.tsx'
import type { Detail } from './system-form.ts'
import { useT } from './use-t.ts'

const Line = styled('p')(({ theme }) => ({ ...theme.typography.body2, margin: '0 0 12px', color: theme.vars.palette.text.secondary }))
const Results = styled('div')(({ theme }) => ({ marginBlockStart: theme.spacing(2) }))

type Step = ConnectionTest['steps'][number]

/** One question: how it went, what that means and what to do; last the system's own words. */
const StepLine = ({ step: { step, outcome, message, durationMs }, sample }: { step: Step; sample: ConnectionTest['sample'] }) => {
  const t = useT()
  const { why } = useFaultWords()
  const good = outcome === 'ok'
  const found = sample && step === 'availability' && good
  const summary = found ? t('test.found', { count: sample.slots, venue: sample.venueName, date: formatDate(sample.date) }) : ''
  const advice = good ? summary : t(`test.advice.${outcome}`)
  return (
    <ListItem
      icon={<Icon path={mdiConnection} />}
      title={
        <>
          {t(`test.step.${step}`)}
          <Tag tone={good ? 'success' : outcome === 'no_venue' ? 'warning' : 'danger'}>{t(`test.outcome.${outcome}`)}</Tag>
        </>
      }
      text={[advice, message ? t('test.said', { message: why(message) }) : '', durationMs > 0 ? t('test.took', { ms: durationMs }) : '']
        .filter(Boolean)
        .join(' ')}
    />
  )
}

/** Asks the system with what is saved, and says in plain words what came of it. */
export const TestConnection = ({ system, changed }: { system: Detail; changed: boolean }) => {
  const t = useT()
  const test = useCall(connections.test)
  const { id, connectedAt, connectionFailedAt } = system
  const run = (): void =>
    test.mutate(
      { params: { id } },
      { onSuccess: () => void queryClient.invalidateQueries({ queryKey: keyOf(systems.get, { params: { id } }) }) },
    )
  const result = test.data
  const failedLast = connectionFailedAt !== null && (connectedAt === null || connectionFailedAt > connectedAt)
  return (
    <FormSection title={t('test.title')} hint={t('test.hint')}>
      <Line>
        {result || (!connectedAt && !connectionFailedAt)
          ? t(changed ? 'test.saveFirst' : 'test.asks')
          : t(failedLast ? 'test.lastFailed' : 'test.lastOk', { at: formatInstant((failedLast ? connectionFailedAt : connectedAt)!) })}
      </Line>
      <Button
        variant="outlined"
        startIcon={<Icon path={mdiConnection} size={18} />}
        loading={test.isPending}
        disabled={changed}
        onClick={run}
      >
        {t('test.run')}
      </Button>
      <Results aria-live="polite">
        {result ? (
          <>
            <Line>
              {t(result.ok ? 'test.ok' : 'test.failed', { at: formatInstant(result.at) })}
              {result.system.name
                ? ` ${t('test.answered', { name: [result.system.name, result.system.version].filter(Boolean).join(' ') })}`
                : ''}
            </Line>
            <ItemList aria-label={t('test.title')}>
              {result.steps.map((step) => (
                <StepLine key={step.step} step={step} sample={result.sample} />
              ))}
            </ItemList>
          </>
        ) : null}
      </Results>
    </FormSection>
  )
}
