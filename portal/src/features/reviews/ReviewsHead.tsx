import Button from '@mui/material/Button'
import { useAbility } from '#src/api/ability.ts'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { QuickFilters, type QuickFiltersProps } from './QuickFilters.tsx'
import { useT } from './use-t.ts'
import { SettingsButton } from './work/SettingsButton.tsx'
import { ThemeLine } from './work/ThemeLine.tsx'

/** What stands over the list: the way to the templates, what a venue wants of reviews, what guests talk of, and what waits for somebody. */
export const ReviewsHead = (quick: QuickFiltersProps) => {
  const t = useT()
  const { address, onChange } = quick
  const manages = useAbility().can('create', 'reviews')
  const open = address['themes'] !== undefined
  return (
    <>
      <PageTitle
        title={t('title')}
        hint={t('hint')}
        actions={
          <>
            <Button color="inherit" aria-expanded={open} onClick={() => onChange({ themes: open ? undefined : 'true' })}>
              {t('themes')}
            </Button>
            {manages ? (
              <Button href="/reviews/templates" color="inherit" variant="outlined">
                {t('templates')}
              </Button>
            ) : null}
            <SettingsButton venue={address['venue']} />
          </>
        }
      />
      <QuickFilters {...quick} />
      {open ? <ThemeLine address={address} onChange={onChange} /> : null}
    </>
  )
}
