import { users } from '@tablewire/contracts/identity/users'
import { useEndpoint } from '#src/api/query.ts'
import { useT } from './use-t.ts'
import { UserEditor } from './UserEditor.tsx'
import { OpeningPage } from '#src/kit/OpeningPage.tsx'

export const EditUser = ({ id, onLeave }: { id: string; onLeave: () => void }) => {
  const t = useT()
  // What is being edited must not change under the hands of whoever edits it: a save says when it is old.
  const query = useEndpoint(
    users.get,
    { params: { id }, query: { mode: 'min' } },
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  if (query.data) return <UserEditor opened={query.data} onLeave={onLeave} />
  return <OpeningPage title={t('title')} back={t('back')} onBack={onLeave} query={query} />
}
