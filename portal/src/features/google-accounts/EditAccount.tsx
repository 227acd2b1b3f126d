import { googleAccounts } from '@tablewire/contracts/google/google-accounts'
import { useEndpoint } from '#src/api/query.ts'
import { OpeningPage } from '#src/kit/OpeningPage.tsx'
import { AccountEditor } from './AccountEditor.tsx'
import { useT } from './use-t.ts'

export const EditAccount = ({ id, onLeave }: { id: string; onLeave: () => void }) => {
  const t = useT()
  // What is being edited must not change under the hands of whoever edits it: a save says when it is old.
  const query = useEndpoint(
    googleAccounts.get,
    { params: { id } },
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  if (query.data) return <AccountEditor opened={query.data} onLeave={onLeave} />
  return <OpeningPage title={t('title')} back={t('back')} onBack={onLeave} query={query} />
}
