import { mdiPlus } from '@mdi/js'
import Button from '@mui/material/Button'
import { Icon } from '#src/kit/Icon.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import type { ThemeTools } from './brand-theme.ts'
import { BrandGrid } from './BrandGrid.tsx'
import { CreateBrand } from './CreateBrand.tsx'
import { EditBrand } from './EditBrand.tsx'
import { useT } from './use-t.ts'

/** BR1: the faces of the platform, for super admins: all of them, or one with its preview. */
export const BrandsPage = ({ tools }: { tools: ThemeTools }) => {
  const t = useT()
  const [{ id }, setSearch] = useUrlSearch()
  const show = (next: string | undefined) => setSearch({ id: next }, { push: true })
  if (id === 'new') return <CreateBrand tools={tools} onLeave={show} />
  if (id !== undefined) return <EditBrand key={id} id={id} tools={tools} onLeave={show} />
  return (
    <>
      <PageTitle
        title={t('title')}
        hint={t('hint')}
        actions={
          <Button variant="contained" startIcon={<Icon path={mdiPlus} />} onClick={() => show('new')}>
            {t('new')}
          </Button>
        }
      />
      <BrandGrid onChoose={show} />
    </>
  )
}
