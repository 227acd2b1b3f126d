import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { makeStore } from '#src/i18n/store.ts'
import { serverNow } from './server-clock.ts'

/** What is younger is of now. */
const quietMs = 5000

const ages = makeStore<Readonly<Record<string, string | undefined>>>({})

/** Of what moment an answer is that a standby may have given; nothing is kept of one that is of now. */
export const noteAge = ({ id, mayLag }: Pick<Endpoint, 'id' | 'mayLag'>, answer: Pick<Response, 'headers'>): void => {
  if (!mayLag) return
  const said = answer.headers.get('data-as-of') ?? ''
  const old = Date.parse(serverNow()) - Date.parse(said) > quietMs ? said : undefined
  if (ages.get()[id] !== old) ages.set({ ...ages.get(), [id]: old })
}

/** The moment that the newest answer of this endpoint is of, where that is more than some seconds ago. */
export const useDataAge = ({ id }: Pick<Endpoint, 'id'>): string | undefined => ages.use()[id]
export const dataAge = ({ id }: Pick<Endpoint, 'id'>): string | undefined => ages.get()[id]
