import { mdiCallMerge } from '@mdi/js'
import Button from '@mui/material/Button'
import type { VenueDetail } from '@tablewire/contracts/estate/venue-fields'
import { Banner } from '#src/kit/Banner.tsx'
import { useT } from '../use-t.ts'

/** VE1: on the page of a venue that was merged, the way to the one that is kept. */
export const MergedNote = ({ venue: { mergedInto }, onOpen }: { venue: Pick<VenueDetail, 'mergedInto'>; onOpen: (id: string) => void }) => {
  const t = useT()
  if (!mergedInto) return null
  const { id, name } = mergedInto
  return (
    <Banner
      tone="info"
      icon={mdiCallMerge}
      action={
        <Button size="small" color="inherit" onClick={() => onOpen(id)}>
          {t('merge.open', { name })}
        </Button>
      }
    >
      {t('merge.into', { name })}
    </Banner>
  )
}
