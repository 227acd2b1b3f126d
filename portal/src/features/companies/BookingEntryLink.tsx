import Button from '@mui/material/Button'
import { Link } from '@tanstack/react-router'
import { useAbility } from '#src/api/ability.ts'
import { FormSection } from '#src/kit/form/FormSection.tsx'
import { useT } from './use-t.ts'

/** To the booking page of a whole company or group, and what is pasted for it into websites. */
export const BookingEntryLink = ({ id }: { id: string }) => {
  const t = useT()
  if (!useAbility().can('read', 'channel-management')) return null
  return (
    <FormSection title={t('s.booking')} hint={t('s.booking.hint')}>
      <Button variant="outlined" component={Link} to="/booking-pages" search={{ id } as never}>
        {t('booking.open')}
      </Button>
    </FormSection>
  )
}
