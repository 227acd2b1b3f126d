/** Where each filter stands in the address, and what the server calls it. */
const filterNames = {
  q: 'q',
  venue: 'venueId',
  source: 'source',
  stars: 'stars',
  language: 'language',
  reply: 'reply',
  from: 'from',
  to: 'to',
  company: 'companyId',
  brand: 'groupId',
  test: 'test',
  removed: 'removed',
  mine: 'mine',
  flagged: 'flagged',
  label: 'label',
  theme: 'theme',
  moderation: 'moderation',
} as const
export const noFilters: Record<string, undefined> = Object.fromEntries(Object.keys(filterNames).map((name) => [name, undefined]))
export const filtersOf = (address: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(filterNames).flatMap(([name, filter]) => (address[name] ? [[filter, address[name]]] : [])))

const quick = new Set<string>(['stars', 'reply', 'mine', 'flagged', 'moderation'])
/** What the quick filters are counted beside. */
export const withoutQuick = (filters: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([name]) => !quick.has(name)))
