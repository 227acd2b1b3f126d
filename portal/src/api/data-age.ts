import type { Endpoint } from '@tablewire/contracts/kit/endpoint'
import { useSyncExternalStore } from 'react'
import { serverNow } from './server-clock.ts'

/** What is younger is of now. */
const quietMs = 5000

const ages = new Map<string, string>()
const listeners = new Set<() => void>()
const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}

/** Of what moment an answer is that a standby may have given; nothing is kept of one that is of now. */
export const noteAge = ({ id, mayLag }: Pick<Endpoint, 'id' | 'mayLag'>, answer: Pick<Response, 'headers'>): void => {
  if (!mayLag) return
  const said = answer.headers.get('data-as-of') ?? ''
  const old = Date.parse(serverNow()) - Date.parse(said) > quietMs ? said : undefined
  if (ages.get(id) === old) return
  if (old === undefined) ages.delete(id)
  else ages.set(id, old)
  for (const listener of listeners) listener()
}

/** The moment that the newest answer of this endpoint is of, where that is more than some seconds ago. */
export const useDataAge = (endpoint: Pick<Endpoint, 'id'>): string | undefined => useSyncExternalStore(subscribe, () => dataAge(endpoint))
export const dataAge = ({ id }: Pick<Endpoint, 'id'>): string | undefined => ages.get(id)
