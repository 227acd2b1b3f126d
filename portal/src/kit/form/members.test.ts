import { expect, test } from 'vitest'
import { isChange, memberIds, memberText, noChange, shownMembers, withMember, without } from './members.ts'

const [ana, ben, cleo] = ['Ana', 'Ben', 'Cleo'].map((name) => ({ id: name.toLowerCase(), name })) as [
  { id: string; name: string },
  { id: string; name: string },
  { id: string; name: string },
]

test('only what comes and goes is kept and sent, of however many', () => {
  const both = without(withMember(noChange, ana), ben, 'kept')
  expect(memberIds(both)).toEqual({ add: ['ana'], remove: ['ben'] })
  expect(memberText(both)).toBe('+ Ana, − Ben')
  expect(shownMembers([ana, ben, cleo], both).map(({ name, state }) => `${name} ${state}`)).toEqual([
    'Ana added',
    'Ben removed',
    'Cleo kept',
  ])
  expect(isChange(both)).toBe(true)
})

test('what was taken back is no change', () => {
  const added = withMember(withMember(noChange, ana), ana)
  expect(added.added).toHaveLength(1)
  expect(isChange(without(added, ana, 'added'))).toBe(false)
  const removed = without(noChange, ben, 'kept')
  expect([isChange(without(removed, ben, 'removed')), isChange(withMember(removed, ben))]).toEqual([false, false])
  expect(memberText(noChange)).toBe('–')
})
