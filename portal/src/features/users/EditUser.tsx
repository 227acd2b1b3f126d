import { users } from '@tablewire/contracts/identity/users'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { useT } from './use-t.ts'
import { UserEditor } from './UserEditor.tsx'

export const EditUser = ({ id, onLeave }: { id: string; onLeave: () => void }) => {
  const t = useT()
  // What is being edited must not change under the hands of whoever edits it: a save says when it is old.
  const query = useEndpoint(
    users.get,
    { params: { id } },
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  if (query.data) return <UserEditor opened={query.data} onLeave={onLeave} />
  return (
    <>
      <PageTitle title={t('title')} />
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <FormSkeleton fields={8} />}
    </>
  )
}
