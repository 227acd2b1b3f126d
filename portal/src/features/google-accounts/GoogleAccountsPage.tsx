import { useUrlSearch } from '#src/kit/url-search.ts'
import { AccountsList } from './AccountsList.tsx'
import { EditAccount } from './EditAccount.tsx'
import { NewAccount } from './NewAccount.tsx'

/** GO1, HU1: the accounts at Google of this installation, its systems and its brands: all of them, a new one, or one with its parts. */
export const GoogleAccountsPage = () => {
  const [{ id }, setSearch] = useUrlSearch()
  const show = (next: string | undefined) => setSearch({ id: next }, { push: true })
  if (id !== undefined && id !== 'new') return <EditAccount key={id} id={id} onLeave={() => show(undefined)} />
  return (
    <>
      <AccountsList onOpen={show} />
      {id === 'new' ? <NewAccount onLeave={show} /> : null}
    </>
  )
}
