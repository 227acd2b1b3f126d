import type { MetaPlaceKind } from '@tablewire/contracts/channels/meta'
import Button from '@mui/material/Button'
import { Link, useNavigate } from '@tanstack/react-router'
import { useAbility } from '#src/api/ability.ts'
import { BackButton } from '#src/kit/BackButton.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { Apps } from './Apps.tsx'
import { PlacePanel } from './PlacePanel.tsx'
import { useT } from './use-t.ts'

/** Where what is connected is kept otherwise. */
const homes = {
  venue: (id: string) => ({ to: '/venues', search: { id, tab: 'meta' } }),
  group: (id: string) => ({ to: '/groups', search: { id } }),
  company: (id: string) => ({ to: '/companies', search: { id } }),
} as const

/** GO2: the page of a venue, a brand or a company at Meta; without one, the apps with which people sign in there. */
export const MetaPage = () => {
  const t = useT()
  const [{ kind: kindParam, id }] = useUrlSearch()
  const navigate = useNavigate()
  const ability = useAbility()
  const may = ability.can('read', 'companies')
  const maySeeLicences = ability.can('read', 'licences')
  const kind = (['venue', 'group', 'company'] satisfies MetaPlaceKind[]).find((one) => one === kindParam)
  if (kind && id)
    return (
      <PlacePanel
        kind={kind}
        id={id}
        back={<BackButton onClick={() => void navigate(homes[kind](id) as never)}>{t(`back.${kind}`)}</BackButton>}
      />
    )
  return (
    <>
      <PageTitle title={t('title')} hint={t('hint')} />
      {may ? <Apps /> : null}
      {maySeeLicences ? (
        <FormSection title={t('installed')} hint={t('installed.hint')}>
          <Button variant="outlined" component={Link} to="/licences" search={{ tab: 'reports', list: 'meta' } as never}>
            {t('installed.open')}
          </Button>
        </FormSection>
      ) : null}
    </>
  )
}
