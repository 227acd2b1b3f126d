import { mdiLockOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { systems } from '@tablewire/contracts/rms/systems'
import { ApiError } from '#src/api/api-error.ts'
import { useEndpoint } from '#src/api/query.ts'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { Notice } from '#src/kit/Notice.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { SystemEditor } from './SystemEditor.tsx'
import { useT } from './use-t.ts'

export const EditSystem = ({ id, onLeave }: { id: string; onLeave: () => void }) => {
  const t = useT()
  // What is being edited must not change under the hands of whoever edits it: a save says when it is old.
  const query = useEndpoint(
    systems.get,
    { params: { id } },
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  if (query.error instanceof ApiError && query.error.code === 'access.denied')
    return (
      <>
        <PageTitle title={t('title')} />
        <Notice
          icon={mdiLockOutline}
          title={t('platformOnly')}
          text={t('platformOnly.hint')}
          action={
            <Button variant="outlined" onClick={onLeave}>
              {t('back')}
            </Button>
          }
        />
      </>
    )
  if (query.data) return <SystemEditor opened={query.data} onLeave={onLeave} />
  return (
    <>
      <PageTitle title={t('title')} />
      {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <FormSkeleton fields={8} />}
    </>
  )
}
