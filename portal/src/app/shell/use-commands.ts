import { mdiDoorOpen, mdiKeyboardOutline, mdiLogoutVariant, mdiMagnify, mdiTranslate } from '@mdi/js'
import { useNavigate } from '@tanstack/react-router'
import { useAbility } from '#src/api/ability.ts'
import { languages, langs, useLang } from '#src/i18n/lang.ts'
import { useShortcutList } from '#src/kit/shortcuts.ts'
import { useActingCommand } from '../acting/use-acting-command.ts'
import { useT } from '../use-t.ts'
import type { Command } from './command.ts'
import { useCustomizerCommands } from './use-customizer-commands.ts'
import { saveLang } from './save-lang.ts'
import { signOut } from './sign-out.ts'
import { useGuestCommands } from './use-guest-commands.ts'
import { isGroup, isTitle, type MenuLink } from './menu-rules.ts'
import { linksOf, useMenu } from './use-menu.ts'

/** `Crème` is found by `creme`. */
const plain = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{Diacritic}/gu, '')
    .toLowerCase()

const fits = (label: string, text: string): boolean =>
  plain(text)
    .split(/\s+/)
    .every((word) => plain(label).includes(word))

/** What can be done right now, narrowed by what is written; whatever is written can also be looked for in the reservations. */
export const useCommands = (text: string): readonly Command[] => {
  const t = useT()
  const ability = useAbility()
  const navigate = useNavigate()
  const lang = useLang()
  const look = useCustomizerCommands()
  const actAs = useActingCommand()
  const wanted = text.trim()
  const guests = useGuestCommands(wanted)
  const shortcuts = useShortcutList().filter(({ keys, enabled }) => enabled !== false && keys !== 'mod+k')
  const menu = useMenu()
  const pages = linksOf(menu).filter(({ path, disabled }) => path && !disabled)
  const groups = new Map(
    menu.flatMap((entry) => (!isTitle(entry) && isGroup(entry) ? entry.children.map((child) => [child, entry.title] as const) : [])),
  )
  /** Two pages of one name are told apart by their groups. */
  const nameOf = (page: MenuLink): string => {
    const group = groups.get(page)
    const alike = pages.filter(({ title }) => t(title) === t(page.title)).length > 1
    return group && alike ? `${t(group)}: ${t(page.title)}` : t(page.title)
  }
  const all: Command[] = [
    ...pages.map((page) => {
      const { icon = mdiDoorOpen, path = '/', served } = page
      return {
        id: path,
        label: t('commands.goTo', { page: nameOf(page) }),
        icon,
        run: () => void (served ? open(path, '_blank', 'noopener') : navigate({ href: path })),
      }
    }),
    ...shortcuts.map(({ label, keys, run }) => ({ label, icon: mdiKeyboardOutline, keys, run })),
    ...look,
    ...(actAs ? [actAs] : []),
    ...langs
      .filter((one) => one !== lang)
      .map((one) => ({ label: `${t('language')}: ${languages[one]}`, icon: mdiTranslate, run: () => saveLang(one) })),
    { label: t('signOut'), icon: mdiLogoutVariant, run: () => void signOut() },
  ]
  if (wanted === '') return all
  const search: Command = {
    label: t('commands.search', { text: wanted }),
    icon: mdiMagnify,
    run: () => void navigate({ to: '/reservations', search: { q: wanted } }),
  }
  return [...all.filter(({ label }) => fits(label, wanted)), ...guests, ...(ability.can('read', 'reservation-list') ? [search] : [])]
}
