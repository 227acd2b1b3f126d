import { Outlet, useMatches } from '@tanstack/react-router'
import { useAbility } from '#src/api/ability.ts'
import { NotAuthorized } from './NotAuthorized.tsx'

/** The page, for whoever may enter it. */
export const Guarded = () => {
  const ability = useAbility()
  const right = useMatches().findLast(({ staticData }) => staticData.right)?.staticData.right
  return !right || ability.can(...right) ? <Outlet /> : <NotAuthorized />
}
