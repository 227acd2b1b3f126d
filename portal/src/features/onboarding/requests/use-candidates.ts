import { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import type { OnboardingCandidate } from '@tablewire/contracts/onboarding/candidates'
import { useEffect, useMemo } from 'react'
import { useWatch } from 'react-hook-form'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { useSettled } from '#src/kit/use-settled.ts'
import { type Asker, saysWhich, type useNewRequest } from './use-new-request.ts'

const none: readonly OnboardingCandidate[] = []

type Looking = { asker: Asker; /** Named by a refusal, whatever was found before it. */ likely: readonly OnboardingCandidate[] }
const isSame = (one: OnboardingCandidate, other: OnboardingCandidate): boolean =>
  one.mozrestId === other.mozrestId && one.requestId === other.requestId

/** Looked for while the request is filled in, once nobody types any more. What was chosen and is not there any more is let go. */
export const useCandidates = (
  { control, getValues, setValue }: ReturnType<typeof useNewRequest>['form'],
  { asker, likely }: Looking,
): readonly OnboardingCandidate[] => {
  const [systemId, channelId, ...said] = useWatch({ control, name: saysWhich })
  const typed = useSettled(JSON.stringify(said.map((text) => text.trim())), 300)
  const [venueName = '', venueAddress = '', venuePhone = '', venueCountry = ''] = JSON.parse(typed) as string[]
  const enabled = venueName.length > 2 && channelId !== '' && (asker === 'rms' || systemId !== '')
  const query = {
    ...(systemId === '' ? {} : { systemId }),
    channelId,
    venueName,
    ...(venueAddress === '' ? {} : { venueAddress }),
    ...(venuePhone === '' ? {} : { venuePhone }),
    ...(venueCountry === '' ? {} : { venueCountry }),
  }
  const { data = none } = useEndpoint(onboarding.candidates, { query }, { ...keepRows, enabled, staleTime: 0, meta: { shown: true } })
  const found = useMemo(() => {
    const looked = enabled ? data : none
    return [...looked, ...likely.filter((one) => !looked.some((other) => isSame(one, other)))]
  }, [enabled, data, likely])
  useEffect(() => {
    const meant = getValues('meant')
    const there = found.some(({ mozrestId }) => mozrestId === meant)
    if (meant !== '' && !(there || (meant === 'none' && found.length > 0))) setValue('meant', '')
  }, [found, getValues, setValue])
  return found
}
