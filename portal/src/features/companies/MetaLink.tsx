import Button from '@mui/material/Button'
import { Link } from '@tanstack/react-router'
import { useAbility } from '#src/api/ability.ts'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { useT } from './use-t.ts'

/** To the page at Meta of a whole company or group. */
export const MetaLink = ({ kind, id }: { kind: 'company' | 'group'; id: string }) => {
  const t = useT()
  if (!useAbility().can('read', 'licences')) return null
  return (
    <FormSection title={t('s.meta')} hint={t('s.meta.hint')}>
      <Button variant="outlined" component={Link} to="/meta" search={{ kind, id } as never}>
        {t('meta.open')}
      </Button>
    </FormSection>
  )
}
