import { mdiKeyboardOutline, mdiLogoutVariant, mdiMagnify, mdiThemeLightDark, mdiTranslate } from '@mdi/js'
import { useNavigate } from '@tanstack/react-router'
import { useAbility } from '#src/api/ability.ts'
import { languages, langs, useLang } from '#src/i18n/lang.ts'
import { modes, useMode } from '#src/kit/mode.ts'
import { useShortcutList } from '#src/kit/shortcuts.ts'
import { useT } from '../use-t.ts'
import { menu } from './menu.ts'
import { signOut } from './sign-out.ts'
import { useLook } from './use-look.ts'

export type Command = { label: string; icon: string; keys?: string; run: () => void }

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
  const { save } = useLook()
  const [lang, mode] = [useLang(), useMode()]
  const shortcuts = useShortcutList().filter(({ keys, enabled }) => enabled !== false && keys !== 'mod+k')
  const pages = menu.flatMap(({ items }) => items).filter(({ right }) => ability.can(...right))
  const all: Command[] = [
    ...pages.map(({ title, icon, path }) => ({
      label: t('commands.goTo', { page: t(title) }),
      icon,
      run: () => void navigate({ to: path }),
    })),
    ...shortcuts.map(({ label, keys, run }) => ({ label, icon: mdiKeyboardOutline, keys, run })),
    ...modes
      .filter((one) => one !== mode)
      .map((one) => ({
        label: `${t('mode')}: ${t(`mode.${one}`)}`,
        icon: mdiThemeLightDark,
        run: () => save({ settings: { mode: one } }),
      })),
    ...langs
      .filter((one) => one !== lang)
      .map((one) => ({ label: `${t('language')}: ${languages[one]}`, icon: mdiTranslate, run: () => save({ lang: one }) })),
    { label: t('signOut'), icon: mdiLogoutVariant, run: () => void signOut() },
  ]
  const wanted = text.trim()
  if (wanted === '') return all
  const search: Command = {
    label: t('commands.search', { text: wanted }),
    icon: mdiMagnify,
    run: () => void navigate({ to: '/reservations', search: { q: wanted } }),
  }
  return [...all.filter(({ label }) => fits(label, wanted)), ...(ability.can('read', 'reservation-list') ? [search] : [])]
}
