import { useUrlSearch } from '#src/kit/url-search.ts'
import { CreateUser } from './CreateUser.tsx'
import { EditUser } from './EditUser.tsx'
import { UsersList } from './UsersList.tsx'

/** ON1: the people who sign in: all one keeps, somebody new, or one with rights and venues. */
export const UsersPage = () => {
  const [{ id }, setSearch] = useUrlSearch()
  const show = (next: string | undefined, tab?: string) => setSearch({ id: next, tab }, { push: true })
  if (id === 'new') return <CreateUser onLeave={show} />
  if (id !== undefined) return <EditUser key={id} id={id} onLeave={() => show(undefined)} />
  return <UsersList onOpen={show} />
}
