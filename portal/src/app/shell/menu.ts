import { mdiAccountCircleOutline, mdiBookOpenPageVariantOutline, mdiEmailOutline } from '@mdi/js'
import type { Right } from '@tablewire/contracts/access'
import type { useT } from '../use-t.ts'

type Phrase = Parameters<ReturnType<typeof useT>>[0]
export type MenuItem = { title: Phrase; icon: string; path: '/reservations' | '/settings/account' | '/mailbox'; right: Right }
/** A section shows when at least one of its items does (AC6). */
export type MenuSection = { title?: Phrase; items: readonly MenuItem[] }

/** Only rooms that are open stand here. */
export const menu: readonly MenuSection[] = [
  {
    items: [{ title: 'nav.reservations', icon: mdiBookOpenPageVariantOutline, path: '/reservations', right: ['read', 'reservation-list'] }],
  },
  {
    title: 'nav.settings',
    items: [{ title: 'nav.account', icon: mdiAccountCircleOutline, path: '/settings/account', right: ['read', 'settings-account'] }],
  },
  { title: 'nav.installation', items: [{ title: 'nav.mailbox', icon: mdiEmailOutline, path: '/mailbox', right: ['read', 'mailbox'] }] },
]
