import { useUrlSearch } from '#src/kit/url-search.ts'
import { CreateSystem } from './CreateSystem.tsx'
import { EditSystem } from './EditSystem.tsx'
import { SystemsList } from './SystemsList.tsx'

/** HU1: the reservation systems of the platform: all of them, a new one, or one with its parts. */
export const SystemsPage = () => {
  const [{ id }, setSearch] = useUrlSearch()
  const show = (next: string | undefined) => setSearch({ id: next, tab: undefined }, { push: true })
  if (id !== undefined && id !== 'new') return <EditSystem key={id} id={id} onLeave={() => show(undefined)} />
  return (
    <>
      <SystemsList onOpen={show} />
      {id === 'new' ? <CreateSystem onLeave={show} /> : null}
    </>
  )
}
