import { useRouter, useRouterState } from '@tanstack/react-router'
import { useMemo } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { menu } from './menu.ts'
import { isGroup, isTitle, type MenuEntry, type MenuLink, shownMenu } from './menu-rules.ts'

/** The pages this reader may enter. */
export const useMenu = (): readonly MenuEntry[] => {
  const ability = useAbility()
  const { routesByPath } = useRouter()
  return useMemo(
    () => shownMenu(menu, { can: (action, subject) => ability.can(action, subject), isPage: (path) => Object.hasOwn(routesByPath, path) }),
    [ability, routesByPath],
  )
}

export const linksOf = (entries: readonly MenuEntry[]): readonly MenuLink[] =>
  entries.flatMap((entry) => (isTitle(entry) ? [] : isGroup(entry) ? entry.children : [entry]))

/** Where one is, once the page itself is on its way; one text, so that nothing draws itself anew without need. */
export const useAddress = (): { pathname: string; search: string } => {
  const href = useRouterState({ select: ({ location }) => location.pathname + location.searchStr })
  return useMemo(() => {
    const [pathname = '/', query] = href.split(/\?(.*)/s)
    return { pathname, search: query ? `?${query}` : '' }
  }, [href])
}
