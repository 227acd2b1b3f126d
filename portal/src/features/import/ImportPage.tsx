import { useUrlSearch } from '#src/kit/url-search.ts'
import { ImportDetail } from './ImportDetail.tsx'
import { ImportList } from './ImportList.tsx'
import { NewImport } from './NewImport.tsx'

/** RE6: what was brought in, a new import, or one of them at the step where it stands. */
export const ImportPage = () => {
  const [{ id }, setSearch] = useUrlSearch()
  const show = (next: string | undefined) => setSearch({ id: next, found: undefined, kind: undefined }, { push: true })
  if (id === 'new') return <NewImport onLeave={show} />
  if (id !== undefined) return <ImportDetail key={id} id={id} onLeave={() => show(undefined)} />
  return <ImportList onOpen={show} />
}
