import type { Role } from '@tablewire/contracts/identity/access'
import type { User, UserState } from '@tablewire/contracts/identity/users'
import { Tag } from '#src/kit/Tag.tsx'
import type { Tone } from '#src/kit/tones.ts'
import { useT } from './use-t.ts'

const tones: Record<UserState, Tone> = { active: 'success', invited: 'info', disabled: 'neutral' }

export const UserStateTag = ({ state }: { state: UserState }) => {
  const t = useT()
  return <Tag tone={tones[state]}>{t(`state.${state}`)}</Tag>
}

export const fullName = ({ firstName, lastName }: Pick<User, 'firstName' | 'lastName'>): string => `${firstName} ${lastName}`

type T = ReturnType<typeof useT>
export const rolesInWords = (t: T, roles: readonly Role[]): string => roles.map((role) => t(`role.${role}`)).join(', ')
export const accessInWords = (t: T, { access, groups, venueCount }: Pick<User, 'access' | 'groups' | 'venueCount'>): string => {
  if (access === 'all') return t('access.all.short')
  if (access === 'groups') return groups.map(({ name }) => name).join(', ')
  return t('access.count', { count: venueCount ?? 0 })
}
