import type { AuditEntry } from '@tablewire/contracts/operations/audit'
import { rightOf } from '@tablewire/contracts/identity/page-rights'
import type { Ability, Right } from '@tablewire/contracts/identity/access'

type Page = keyof typeof rightOf
const pages: Readonly<Record<string, Page>> = {
  venue: '/venues',
  book: '/venues',
  listing: '/listing',
  area: '/venues',
  user: '/users',
  session: '/users',
  company: '/companies',
  group: '/groups',
  brand: '/brands',
  channel: '/booking-channels',
  system: '/systems',
  import: '/import',
  sync_task: '/sync-tasks',
  sales_link: '/ai-sales',
  onboarding: '/onboarding-requests',
  reservation: '/reservations',
}
/** Not among the names that are looked up, so nobody can tell whether they are still there: their page says so. */
const unlisted = new Set(['import', 'sync_task', 'sales_link', 'onboarding'])

const pageOf = (ability: Ability, kind: string, id: string): string | undefined => {
  const page = pages[kind]
  if (!page) return undefined
  const right: Right = rightOf[page]
  if (!ability.can(...right)) return undefined
  return `${page}?${kind === 'reservation' ? 'date=any&' : ''}id=${id}`
}

/** Where the thing of an entry is looked at, for whoever may open that page. */
export const linkToSubject = (ability: Ability, entry: AuditEntry): string | undefined => {
  const { subject, subjectId, subjectIsThere, after, actorId } = entry
  if (!subjectIsThere && !unlisted.has(subject)) return undefined
  const ofSession = typeof after?.['userId'] === 'string' ? after['userId'] : actorId
  const id = subject === 'session' ? ofSession : subjectId
  return id === null ? undefined : pageOf(ability, subject, id)
}
export const linkToVenue = (ability: Ability, { venueId, venueName }: AuditEntry): string | undefined =>
  venueId === null || venueName === null ? undefined : pageOf(ability, 'venue', venueId)
export const linkToBatch = (ability: Ability, id: string): string | undefined => pageOf(ability, 'import', id)
