import { BackButton } from './BackButton.tsx'
import { ErrorState } from './ErrorState.tsx'
import { PageTitle } from './PageTitle.tsx'
import { FormSkeleton } from './Skeletons.tsx'

type OpeningPageProps = {
  title: string
  back: string
  onBack: () => void
  query: { isError: boolean; error: unknown; refetch: () => unknown }
  fields?: number
}

/** The page of one thing until that thing is there, or where it cannot be had: its head stands already, with the way back. */
export const OpeningPage = ({ title, back, onBack, query, fields = 8 }: OpeningPageProps) => (
  <>
    <PageTitle back={<BackButton onClick={onBack}>{back}</BackButton>} title={title} />
    {query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <FormSkeleton fields={fields} />}
  </>
)
