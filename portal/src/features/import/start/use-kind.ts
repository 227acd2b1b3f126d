import { mayImport } from '@tablewire/contracts/identity/access'
import { type ImportKind, importKinds } from '@tablewire/contracts/import/import.rules'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'

/** What the reader may bring in, and which of it was chosen: first what the page that led here is about. */
export const useKind = () => {
  const ability = useAbility()
  const [{ kind: asked }] = useUrlSearch()
  const kinds = importKinds.filter((one) => mayImport(ability, one))
  const [kind, setKind] = useState<ImportKind>(kinds.find((one) => one === asked) ?? kinds[0] ?? 'reservations')
  return { kinds, kind, setKind }
}
