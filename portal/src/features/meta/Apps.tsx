import { mdiApplicationCogOutline, mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import { meta, type MetaApp } from '@tablewire/contracts/channels/meta'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useEndpoint } from '#src/api/query.ts'
import { useSession } from '#src/api/session.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { formatInstant } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { ItemList, ListItem } from '#src/kit/ItemList.tsx'
import { RowsSkeleton } from '#src/kit/Skeletons.tsx'
import { Tag } from '#src/kit/Tag.tsx'
import { AppDialog } from './AppDialog.tsx'
import { useT } from './use-t.ts'

/** VE2: the installation's app, and those of companies with their own sign-on. */
export const Apps = () => {
  const t = useT()
  const may = useAbility().can('update', 'companies')
  const { userData } = useSession()
  const [open, setOpen] = useState<MetaApp | 'new'>()
  const query = useEndpoint(meta.apps, {})
  const apps = query.data
  if (!apps) return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <RowsSkeleton rows={2} />
  // A company has one app at most; the platform adds its own and those of companies.
  const mayAdd = may && (userData?.companyName === null || apps.length === 0)
  return (
    <FormSection title={t('apps')} hint={t('apps.hint')}>
      <div style={{ display: 'grid', gap: 12, justifyItems: 'start' }}>
        {apps.length === 0 ? <EmptyState icon={mdiApplicationCogOutline} title={t('apps.none')} hint={t('apps.none.hint')} /> : null}
        {apps.length > 0 ? (
          <ItemList sx={{ justifySelf: 'stretch' }}>
            {apps.map((app) => (
              <ListItem
                key={app.id}
                icon={<Icon path={mdiApplicationCogOutline} />}
                title={
                  <>
                    {app.name}
                    {app.active ? null : <Tag tone="neutral">{t('app.inactive')}</Tag>}
                  </>
                }
                text={[
                  app.companyName ?? t('app.installation'),
                  app.appId,
                  t('app.secretSince', { at: formatInstant(app.secretSetAt) }),
                ].join(' · ')}
                acts={
                  may ? (
                    <Button variant="outlined" size="small" onClick={() => setOpen(app)} aria-label={`${t('app.edit')}: ${app.name}`}>
                      {t('app.edit')}
                    </Button>
                  ) : null
                }
              />
            ))}
          </ItemList>
        ) : null}
        {mayAdd ? (
          <Button variant="contained" startIcon={<Icon path={mdiPlus} size={18} />} onClick={() => setOpen('new')}>
            {t('app.add')}
          </Button>
        ) : null}
      </div>
      {open ? <AppDialog app={open === 'new' ? undefined : open} onClose={() => setOpen(undefined)} /> : null}
    </FormSection>
  )
}
