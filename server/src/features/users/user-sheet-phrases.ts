import type { Permission, Role } from '@tablewire/contracts/identity/access'
import type { UserState } from '@tablewire/contracts/identity/users'
import { type Lang, langs } from '@tablewire/contracts/kit/wire'
import { phrasesOf } from '#src/platform/phrases.ts'
import de from './user-sheet-phrases/de.json' with { type: 'json' }
import en from './user-sheet-phrases/en.json' with { type: 'json' }
import es from './user-sheet-phrases/es.json' with { type: 'json' }
import fr from './user-sheet-phrases/fr.json' with { type: 'json' }
import nl from './user-sheet-phrases/nl.json' with { type: 'json' }

/** The words of the users' Excel file; an import knows them again, in whichever language the file was written. */
export const userSheetPhrases = phrasesOf({ en, es, fr, de, nl })
export type UserSheetWords = (typeof userSheetPhrases)[Lang]
export type UserSheetColumn = keyof UserSheetWords['columns']

const known = <T extends string>(kind: 'roles' | 'permissions' | 'access' | 'state'): ReadonlyMap<string, T> =>
  new Map(
    langs.flatMap((lang) =>
      Object.entries(userSheetPhrases[lang][kind]).flatMap(([id, word]): [string, T][] => [
        [word.toLowerCase(), id as T],
        [id.toLowerCase(), id as T],
      ]),
    ),
  )
/** By what our own file calls them in any language, or by their own names. */
export const userSheetWords = {
  roles: known<Role>('roles'),
  permissions: known<Permission>('permissions'),
  access: known<'all' | 'groups' | 'venues'>('access'),
  state: known<UserState>('state'),
}
