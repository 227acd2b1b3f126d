import { session } from '@tablewire/contracts/identity/session'
import { rightOf } from '@tablewire/contracts/identity/page-rights'
import { prefetch } from '#src/api/prefetch.ts'
import type { FirstRows } from '#src/api/first-rows.ts'
import { readSession, storageKey } from '#src/api/stored-session.ts'
import { firstReservations } from '#src/features/reservations/question/first-rows.ts'
import { firstVenues } from '#src/features/venues/first-rows.ts'
import { parseSearch } from './search-text.ts'

/*
 * A chunk of its own that runs long before React is there (build-plugins.ts): who somebody is and the first rows of the page are on their way while the
 * other scripts still come. The page takes these answers when it asks the same (api/client.ts); it never waits for anything here.
 */
const rows: Readonly<Record<string, FirstRows>> = { '/reservations': firstReservations, '/venues': firstVenues }

/** Who asks for no page comes to the reservations, if that is where this session was before (features/reservations/away). */
const pageOf = (path: string): string =>
  path === '/' && localStorage.getItem(`${storageKey}:list`) !== null ? '/reservations' : path.replace(/(?<=.)\/$/, '')

const prefetchFirstRows = (): void => {
  const kept = readSession()
  const page = pageOf(location.pathname)
  if (!kept.user || (page !== '/' && !Object.hasOwn(rightOf, page))) return
  const token = kept.user.access_token
  prefetch(session.me, {}, token)
  const { endpoint, inputs } = (kept.userData && rows[page]?.(parseSearch(location.search), kept)) ?? { inputs: [] }
  if (endpoint) for (const input of inputs) prefetch(endpoint, input, token)
}

try {
  prefetchFirstRows()
} catch {
  // The page asks itself.
}
