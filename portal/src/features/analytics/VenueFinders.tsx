import { useCompanyName, useFoundCompanies, useFoundGroups, useFoundVenues, useGroupName } from '#src/api/finds.ts'
import { FindField } from '#src/kit/form/FindField.tsx'
import type { UrlPatch, UrlSearch } from '#src/kit/url-search.ts'
import { useTyped } from '#src/kit/use-typed.ts'
import { useT } from './use-t.ts'

type Props = { search: UrlSearch; onChange: (patch: UrlPatch) => void }
type FinderProps = Props & { may: boolean }

/** Several venues one by one; each stands as a chip, by its name. */
export const VenueFinder = ({ search, onChange }: Props) => {
  const t = useT()
  const [criteria, setText] = useTyped()
  const found = useFoundVenues(criteria)
  const chosen = (search['venue'] ?? '').split(',').filter((id) => id !== '')
  const options = found.options.filter(({ id }) => !chosen.includes(id))
  return (
    <FindField
      atOnce
      label={t('filter.venue')}
      hint={t('filter.venue.hint')}
      value=""
      options={options}
      onType={setText}
      onChoose={({ id }) => onChange({ venue: [...chosen, id], company: undefined, brand: undefined })}
    />
  )
}

export const CompanyFinder = ({ search, onChange, may }: FinderProps) => {
  const t = useT()
  const [text, setText] = useTyped()
  const { options } = useFoundCompanies(text, { enabled: may })
  const value = useCompanyName(search['company'])
  if (!may) return null
  return (
    <FindField
      atOnce
      label={t('filter.company')}
      value={value}
      options={options}
      onType={setText}
      onChoose={({ id }) => onChange({ company: id, venue: undefined, brand: undefined })}
    />
  )
}

export const BrandFinder = ({ search, onChange, may }: FinderProps) => {
  const t = useT()
  const [text, setText] = useTyped()
  const { options } = useFoundGroups(text, { enabled: may })
  const value = useGroupName(search['brand'])
  if (!may) return null
  return (
    <FindField
      atOnce
      label={t('filter.brand')}
      hint={t('filter.brand.hint')}
      value={value}
      options={options}
      onType={setText}
      onChoose={({ id }) => onChange({ brand: id, venue: undefined, company: undefined })}
    />
  )
}
