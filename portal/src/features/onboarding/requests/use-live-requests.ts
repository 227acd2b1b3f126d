import { onboarding } from '@tablewire/contracts/onboarding/onboarding'
import { onboardingInvites } from '@tablewire/contracts/onboarding/onboarding-invites'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { coalescedReload } from '#src/api/coalesced-reload.ts'
import { useLive } from '#src/api/live.ts'
import { keyOf } from '#src/api/query.ts'

export const useReloadRequests = (): (() => Promise<unknown>) => {
  const client = useQueryClient()
  const [reload] = useState(
    () => () =>
      Promise.all(
        [onboarding.list, onboarding.get, onboarding.history, onboardingInvites.get].map((one) =>
          client.invalidateQueries({ queryKey: keyOf(one) }),
        ),
      ),
  )
  return reload
}

/** What the other side does shows within a second. */
export const useLiveRequests = (): void => {
  const reload = useReloadRequests()
  const [reread] = useState(() => coalescedReload(reload))
  useLive(({ type }) => {
    if (type === 'onboarding') void reread()
  })
}
