import { mdiCheck } from '@mdi/js'
import { styled } from '@mui/material/styles'
import type { OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import { isOpen } from '@tablewire/contracts/onboarding/onboarding.rules'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { useT } from '../use-t.ts'
import { ExpectedPart } from './ExpectedPart.tsx'

const steps = ['rms_activation', 'restaurant_activation', 'bc_activation', 'live'] as const

const Steps = styled('ol')(({ theme }) => ({
  display: 'grid',
  gap: theme.spacing(1),
  margin: 0,
  padding: 0,
  listStyle: 'none',
  fontSize: '0.875rem',
  '& > li': { display: 'flex', gap: theme.spacing(1.25), alignItems: 'flex-start', color: theme.vars.palette.text.secondary },
  '& > li > .mark': {
    display: 'grid',
    placeItems: 'center',
    flex: '0 0 22px',
    height: 22,
    borderRadius: '50%',
    border: `1px solid ${theme.vars.palette.divider}`,
    fontSize: '0.75rem',
    fontWeight: 600,
  },
  '& > li[data-step="done"]': { color: theme.vars.palette.text.primary },
  '& > li[data-step="done"] > .mark': {
    border: 0,
    backgroundColor: theme.vars.palette.tone.success.soft,
    color: theme.vars.palette.tone.success.text,
  },
  '& > li[aria-current]': { color: theme.vars.palette.text.primary, fontWeight: 600 },
  '& > li[aria-current] > .mark': {
    border: 0,
    backgroundColor: theme.vars.palette.tone.warning.soft,
    color: theme.vars.palette.tone.warning.text,
  },
  '& small': { display: 'block', fontWeight: 400, color: theme.vars.palette.text.secondary },
}))

/** What has been given, whatever order it came in: what is there already was never waited for. */
const isDone = ({ status, rmsVenueId, restaurantConfirmedAt }: OnboardingDetail, step: (typeof steps)[number]): boolean => {
  if (status === 'live') return true
  if (step === 'rms_activation') return rmsVenueId !== null
  return step === 'restaurant_activation' && restaurantConfirmedAt !== null
}

/** What is done, and who is waited for since when. */
const Way = ({ request }: { request: OnboardingDetail }) => {
  const t = useT()
  const { status, statusSince, system, channel, venueName } = request
  const who = { rms_activation: system.name, restaurant_activation: venueName, bc_activation: channel.name, live: '' }
  return (
    <Steps aria-label={t('r.steps')}>
      {steps.map((step, index) => {
        const done = isDone(request, step)
        const current = step === status && isOpen(status)
        return (
          <li key={step} data-step={done ? 'done' : 'open'} aria-current={current ? 'step' : undefined}>
            <span className="mark" aria-hidden="true">
              {done ? <Icon path={mdiCheck} size={14} /> : index + 1}
            </span>
            <span>
              {t(`r.step.${step}`)}
              {done ? <VisuallyHidden>{`, ${t('r.done')}`}</VisuallyHidden> : null}
              {current ? <small>{t('r.waits', { who: who[step], at: formatInstant(statusSince) })}</small> : null}
            </span>
          </li>
        )
      })}
    </Steps>
  )
}

/** The way from a request to a live venue, and what whoever's turn it is does next. */
export const Stepper = ({ request }: { request: OnboardingDetail }) => (
  <>
    <Way request={request} />
    <ExpectedPart request={request} />
  </>
)
