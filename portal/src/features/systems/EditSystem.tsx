import { mdiLockOutline } from '@mdi/js'
import { systems } from '@tablewire/contracts/rms/systems'
import { ApiError } from '#src/api/api-error.ts'
import { useEndpoint } from '#src/api/query.ts'
import { BackButton } from '#src/kit/BackButton.tsx'
import { OpeningPage } from '#src/kit/OpeningPage.tsx'
import { Notice } from '#src/kit/Notice.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
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
        <PageTitle back={<BackButton onClick={onLeave}>{t('back')}</BackButton>} title={t('title')} />
        <Notice icon={mdiLockOutline} title={t('platformOnly')} text={t('platformOnly.hint')} />
      </>
    )
  if (query.data) return <SystemEditor opened={query.data} onLeave={onLeave} />
  return <OpeningPage title={t('title')} back={t('back')} onBack={onLeave} query={query} />
}
