import { companies } from '@tablewire/contracts/estate/companies'
import { useEndpoint } from '#src/api/query.ts'
import { OpeningPage } from '#src/kit/OpeningPage.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { CompaniesList } from './CompaniesList.tsx'
import { CompanyEditor } from './CompanyEditor.tsx'
import { CreateCompany } from './CreateCompany.tsx'
import { useT } from './use-t.ts'

/** The owners of venues: all of them, a new one, or one with its groups, venues and areas. */
export const CompaniesPage = () => {
  const [{ id }, setSearch] = useUrlSearch()
  const show = (next: string | undefined) => setSearch({ id: next, tab: undefined }, { push: true })
  if (id === 'new') return <CreateCompany onLeave={show} />
  if (id !== undefined) return <EditCompany key={id} id={id} onLeave={() => show(undefined)} />
  return <CompaniesList onOpen={show} />
}

const EditCompany = ({ id, onLeave }: { id: string; onLeave: () => void }) => {
  const t = useT()
  // What is being edited must not change under the hands of whoever edits it: a save says when it is old.
  const query = useEndpoint(
    companies.get,
    { params: { id } },
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  if (query.data) return <CompanyEditor opened={query.data} onLeave={onLeave} />
  return <OpeningPage title={t('title')} back={t('back')} onBack={onLeave} query={query} fields={6} />
}
