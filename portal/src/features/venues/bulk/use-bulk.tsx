import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { lazyWithRetry } from '#src/kit/lazy-with-retry.tsx'
import { countChosen, noChoice, useChoice } from '#src/kit/list/choice.ts'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { idIn } from '#src/kit/url-values.ts'
import { filterOf } from '../venue-search.ts'
import { type BulkKind, selectionOf } from './bulk-kinds.ts'
import { BulkMenu } from './BulkMenu.tsx'

const BulkDialog = lazyWithRetry(
  () => import('./BulkDialog.tsx').then((module) => module.BulkDialog),
  ({ onClose }) => onClose(),
)
const BulkRuns = lazyWithRetry(
  () => import('./BulkRuns.tsx').then((module) => module.BulkRuns),
  ({ onShow }) => onShow(undefined),
)

/** Which venues are chosen, what is to be done with them, and what is being done. */
export const useBulk = (total: number) => {
  const [search, setSearch] = useUrlSearch()
  const filters = filterOf(search)
  const [choice, onChange] = useChoice(JSON.stringify(filters))
  const [kind, setKind] = useState<BulkKind>()
  const may = useAbility().can('update', 'venues')
  const show = (bulk: string | undefined): void => setSearch({ bulk })
  const started = (id: string): void => {
    setKind(undefined)
    onChange(noChoice)
    show(id)
  }
  const shown = may ? search['bulk'] : undefined
  const dialogs = (
    <>
      {kind ? (
        <BulkDialog
          kind={kind}
          count={countChosen(choice, total)}
          selection={selectionOf(choice, filters)}
          onClose={() => setKind(undefined)}
          onStarted={started}
        />
      ) : null}
      {shown === 'list' || idIn(shown) ? <BulkRuns shown={shown!} onShow={show} /> : null}
    </>
  )
  const acts = <BulkMenu archived={filters.archived === true} onChoose={setKind} />
  return { may, dialogs, show, selection: may ? { selection: { choice, onChange, matching: true, acts } } : {} }
}
