import { mdiOpenInNew } from '@mdi/js'
import Button from '@mui/material/Button'
import { Icon } from '#src/kit/Icon.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useT } from './use-t.ts'

type Props = { venueId: string; channelId?: string }

/** Where guests book by themselves, as they see it, and how it comes onto the restaurant's website. */
export const BookingPageLink = ({ venueId, channelId }: Props) => {
  const t = useT()
  const [, setSearch] = useUrlSearch()
  return (
    <>
      <Button
        size="small"
        variant="outlined"
        href={`/book/${venueId}${channelId ? `?channel=${channelId}` : ''}`}
        target="_blank"
        rel="noopener"
        endIcon={<Icon path={mdiOpenInNew} size={16} />}
      >
        {t('bookingPage')}
      </Button>
      <Button size="small" variant="outlined" onClick={() => setSearch({ tab: 'website' })}>
        {t('website.use')}
      </Button>
    </>
  )
}
