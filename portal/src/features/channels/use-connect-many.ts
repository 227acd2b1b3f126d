import { links, type VenueChannel } from '@tablewire/contracts/channels/links'
import { useState } from 'react'
import { api } from '#src/api/client.ts'
import { queryClient } from '#src/api/query.ts'
import { phrasesNow } from '#src/i18n/phrases.ts'
import { errorText } from '#src/kit/error-text.ts'

export type Outcome = { link: VenueChannel; done: 'waiting' | 'running' | VenueChannel['state'] | { failed: string } }

/** One call per channel, one after the other: what fails is said beside its channel, and the others go through. */
export const useConnectMany = (venueId: string) => {
  const [outcomes, setOutcomes] = useState<readonly Outcome[]>()
  const set = (channelId: string, done: Outcome['done']): void =>
    setOutcomes((all) => all?.map((one) => (one.link.channelId === channelId ? { ...one, done } : one)))
  const connect = async (chosen: readonly VenueChannel[]): Promise<void> => {
    setOutcomes(chosen.map((link) => ({ link, done: 'waiting' })))
    for (const { channelId } of chosen) {
      set(channelId, 'running')
      try {
        const fresh = await api(links.move, { params: { id: venueId, channelId }, body: { move: 'connect' } })
        set(channelId, fresh.state)
      } catch (error) {
        set(channelId, { failed: errorText(error, phrasesNow('kit')) })
      }
    }
    void queryClient.invalidateQueries({ queryKey: ['links'] })
  }
  const running = outcomes?.some(({ done }) => done === 'waiting' || done === 'running') ?? false
  return { outcomes, running, connect, clear: () => setOutcomes(undefined) }
}
