import type { FindOption } from './FindField.tsx'

/** What is to change of a long list: nobody reads, holds or sends the whole of it. */
export type Members = { added: readonly FindOption[]; removed: readonly FindOption[] }
export type MemberState = 'kept' | 'added' | 'removed'

export const noChange: Members = { added: [], removed: [] }
export const isChange = ({ added, removed }: Members): boolean => added.length + removed.length > 0

const others = (list: readonly FindOption[], id: string): FindOption[] => list.filter((one) => one.id !== id)

/** One that was to go stays instead. */
export const withMember = ({ added, removed }: Members, found: FindOption): Members =>
  removed.some(({ id }) => id === found.id)
    ? { added, removed: others(removed, found.id) }
    : { added: [...others(added, found.id), found], removed }

/** The other way round, by how it stands: added ones go again, removed ones stay, all others are to go. */
export const without = ({ added, removed }: Members, one: FindOption, state: MemberState): Members => {
  if (state === 'added') return { added: others(added, one.id), removed }
  return { added, removed: state === 'removed' ? others(removed, one.id) : [...removed, one] }
}

/** What changes first, then what stands there; nobody twice. */
export const shownMembers = (found: readonly FindOption[], { added, removed }: Members): (FindOption & { state: MemberState })[] => {
  const changing = new Set([...added, ...removed].map(({ id }) => id))
  return [
    ...added.map((one) => ({ ...one, state: 'added' as const })),
    ...removed.map((one) => ({ ...one, state: 'removed' as const })),
    ...found.filter(({ id }) => !changing.has(id)).map((one) => ({ ...one, state: 'kept' as const })),
  ]
}

export const memberIds = ({ added, removed }: Members): { add: string[]; remove: string[] } => ({
  add: added.map(({ id }) => id),
  remove: removed.map(({ id }) => id),
})

/** In words, where two changes stand beside each other. */
export const memberText = (value: unknown): string => {
  const { added = [], removed = [] } = (value ?? {}) as Partial<Members>
  return [...added.map(({ name }) => `+ ${name}`), ...removed.map(({ name }) => `− ${name}`)].join(', ') || '–'
}
