import { mdiStorefrontOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import type { UrlPatch } from '#src/kit/url-search.ts'
import { useT } from '../use-t.ts'
import { byName, type VenueChoice } from '../VenuePicker.tsx'

/** Whoever has more venues than this finds the others above the list. */
const offeredAtMost = 24

const Centred = styled('div')({ flex: 1, minWidth: 0, display: 'grid', alignContent: 'center', overflowY: 'auto' })

type ChooseVenueProps = { choice: VenueChoice; view: 'day' | 'waitlist'; onSearch: (patch: UrlPatch) => void }

/** The service view and the waitlist belong to one venue: whoever looks at several chooses. */
export const ChooseVenue = ({ choice, view, onSearch }: ChooseVenueProps) => {
  const t = useT()
  return (
    <Centred>
      <EmptyState
        icon={mdiStorefrontOutline}
        title={t('day.chooseVenue')}
        hint={t(`${view}.chooseVenueHint`)}
        action={
          <div style={{ display: 'flex', flexWrap: 'wrap', justifyContent: 'center', gap: 8, maxWidth: 720 }}>
            {byName(choice.chosen)
              .slice(0, offeredAtMost)
              .map(({ id, name }) => (
                <Button key={id} variant="outlined" onClick={() => onSearch({ venue: [id], area: undefined })}>
                  {name}
                </Button>
              ))}
          </div>
        }
      />
    </Centred>
  )
}
