import Button from '@mui/material/Button'
import { useAbility } from '#src/api/ability.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { QuickFilters, type QuickFiltersProps } from './QuickFilters.tsx'
import { useT } from './use-t.ts'

/** What stands over the list: the way to the templates, and what waits for somebody. */
export const ReviewsHead = (quick: QuickFiltersProps) => {
  const t = useT()
  const manages = useAbility().can('create', 'reviews')
  return (
    <>
      <PageTitle
        title={t('title')}
        hint={t('hint')}
        actions={
          manages ? (
            <Button href="/reviews/templates" color="inherit" variant="outlined">
              {t('templates')}
            </Button>
          ) : undefined
        }
      />
      <QuickFilters {...quick} />
    </>
  )
}
