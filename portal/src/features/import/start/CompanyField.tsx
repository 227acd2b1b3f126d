import { mdiMagnify } from '@mdi/js'
import { companies } from '@tablewire/contracts/estate/companies'
import type { ImportKind } from '@tablewire/contracts/import/import.rules'
import { useState } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { FindField } from '#src/kit/form/FindField.tsx'
import { useSettled } from '#src/kit/use-settled.ts'
import { useT } from '../use-t.ts'

const shownAtMost = 20

/** `''` as the id: one that is not here yet, and is made with the import. */
export type CompanyChoice = { id: string; name: string }
type CompanyFieldProps = {
  kind: ImportKind
  value: CompanyChoice | undefined
  fault: string | undefined
  onChange: (company: CompanyChoice) => void
}

/** The company venues or people go to, found among those that are here; venues may bring a new one, which is chosen as such and said to be. */
export const CompanyField = ({ kind, value, fault, onChange }: CompanyFieldProps) => {
  const t = useT()
  const [text, setText] = useState<string>()
  const search = useSettled(text?.trim() ?? '', 200)
  const query = { limit: shownAtMost, filters: { search } }
  const companyQuery = useEndpoint(companies.list, { query }, { ...keepRows, enabled: text !== undefined, meta: { shown: true } })
  const found = (companyQuery.data?.data ?? []).map(({ id, name, city }) => ({ id, name, note: city }))
  const isHere = found.some(({ name }) => name.toLowerCase() === search.toLowerCase())
  const fresh = kind === 'venues' && search !== '' && !isHere ? [{ id: '', name: t('company.new', { name: search }) }] : []
  return (
    <FindField
      label={t('company')}
      required
      placeholder={t('venue.search')}
      icon={mdiMagnify}
      hint={value?.id === '' ? t('company.isNew', { name: value.name }) : t(kind === 'users' ? 'company.there' : 'company.hint')}
      error={fault}
      note={companyQuery.isSuccess && found.length + fresh.length === 0 ? t('company.none') : undefined}
      value={value?.name ?? ''}
      options={[...found, ...fresh]}
      atOnce
      onType={setText}
      onChoose={({ id, name }) => onChange(id === '' ? { id, name: search } : { id, name })}
    />
  )
}
