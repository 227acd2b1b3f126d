import { onboardingMessages } from '@tablewire/contracts/onboarding/messages'
import { useQueryClient } from '@tanstack/react-query'
import { useLive } from '#src/api/live.ts'
import { keyOf, useEndpoint } from '#src/api/query.ts'

/** In which requests the caller has unread messages; live. */
export const useUnreadMessages = () => {
  const client = useQueryClient()
  useLive(({ type, kind }) => {
    if (type === 'onboarding' && (kind === 'message' || kind === 'read'))
      void client.invalidateQueries({ queryKey: keyOf(onboardingMessages.unread) })
  })
  return useEndpoint(onboardingMessages.unread, {})
}
