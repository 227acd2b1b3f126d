import type { OnboardingDetail } from '@tablewire/contracts/onboarding/onboarding'
import { onboardingInvites } from '@tablewire/contracts/onboarding/onboarding-invites'
import { useEndpoint } from '#src/api/query.ts'
import { useT } from '../use-t.ts'

const channelSteps = ['visible', 'available', 'onboarded'] as const
type Step = (typeof channelSteps)[number] | 'rms' | 'venue' | 'id' | 'wait'

/** What the side whose turn it is has left to do, in the order in which it is done. */
const stepsOf = ({ status, mozrestId, bookingChannelVenueId, progress }: OnboardingDetail): Step[] => {
  if (status === 'rms_activation') return ['rms']
  if (status === 'restaurant_activation') return ['venue']
  const id: Step[] = bookingChannelVenueId === null ? ['id'] : []
  return mozrestId === null ? [...id, 'wait'] : [...id, ...channelSteps.filter((step) => progress[`${step}At`] === null)]
}

/** Whose turn it is reads what is expected of him. */
export const ExpectedPart = ({ request }: { request: OnboardingDetail }) => {
  const t = useT()
  const { id, side, pendingOnMe } = request
  const steps = pendingOnMe ? stepsOf(request) : []
  const ofHouse = side === 'venue' && pendingOnMe
  const { data } = useEndpoint(onboardingInvites.get, { params: { id } }, { enabled: ofHouse, meta: { shown: true } })
  const notMine = ofHouse && data?.mayAnswer === false
  if (steps.length === 0) return null
  return (
    <section style={{ display: 'grid', gap: 4, fontSize: '0.875rem' }}>
      <h3>{t('r.next')}</h3>
      <ol style={{ margin: 0, paddingInlineStart: 20, display: 'grid', gap: 4 }}>
        {steps.map((step) => (
          <li key={step}>
            {t(notMine && step === 'venue' ? 'r.next.venue.others' : `r.next.${step}`, {
              channel: request.channel.name,
              system: request.system.name,
            })}
          </li>
        ))}
      </ol>
    </section>
  )
}
