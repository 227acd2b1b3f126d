import { useUrlSearch } from '#src/kit/url-search.ts'
import { InstallsList } from './InstallsList.tsx'
import { installKinds } from './install-columns.tsx'
import { TripadvisorCard } from './TripadvisorCard.tsx'

/** CH4: who has what, and what Tripadvisor brought. */
export const Reports = () => {
  const [{ list }, setSearch] = useUrlSearch()
  const kind = installKinds.find((one) => one === list) ?? 'tripadvisor'
  return (
    <>
      {kind === 'tripadvisor' ? <TripadvisorCard /> : null}
      <InstallsList
        key={kind}
        kind={kind}
        onKind={(next) => setSearch({ list: next === 'tripadvisor' ? undefined : next, q: undefined, country: undefined })}
      />
    </>
  )
}
