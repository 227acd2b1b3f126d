import { mdiChevronDown, mdiPlus, mdiUndoVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { NotificationSettings } from '@tablewire/contracts/operations/notifications'
import { useState } from 'react'
import { Card } from '#src/kit/Card.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { ChoicesTable } from './ChoicesTable.tsx'
import { useChoosing } from './use-choices.ts'
import { useT } from './use-t.ts'
import { VenueSearch } from './VenueSearch.tsx'

const Venue = styled('details')(({ theme }) => ({
  borderTop: `1px solid ${theme.vars.palette.divider}`,
  '&:last-of-type': { borderBottom: `1px solid ${theme.vars.palette.divider}` },
  '& > summary': {
    display: 'flex',
    alignItems: 'center',
    justifyContent: 'space-between',
    gap: 12,
    padding: '12px 4px',
    fontSize: '0.875rem',
    fontWeight: 600,
    listStyle: 'none',
    cursor: 'pointer',
    '&::-webkit-details-marker': { display: 'none' },
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
  },
  '& > summary > svg': { color: theme.vars.palette.text.secondary, transition: 'transform 160ms ease' },
  '&[open] > summary > svg': { transform: 'rotate(180deg)' },
  '& > div': { display: 'grid', gap: 12, justifyItems: 'start', padding: '4px 4px 16px' },
}))
const Empty = styled('p')(({ theme }) => ({ margin: 0, color: theme.vars.palette.text.secondary, fontSize: '0.875rem' }))
const Add = styled('div')({ maxWidth: 420, marginBottom: 16 })

/** Choices of single venues: open one after the other, so that a hundred of them stay a list of names. */
export const VenueChoices = ({ settings, readOnly }: { settings: NotificationSettings; readOnly: boolean }) => {
  const t = useT()
  const { choose, add, remove } = useChoosing()
  const [shown, setShown] = useState<string>()
  return (
    <Card title={t('venues.title')} hint={t('venues.hint')}>
      {readOnly ? null : (
        <Add>
          <VenueSearch
            taken={settings.venues.map(({ venueId }) => venueId)}
            icon={mdiPlus}
            onChoose={(venue) => {
              add(venue, settings.choices)
              setShown(venue.id)
            }}
          />
        </Add>
      )}
      {settings.venues.length === 0 ? <Empty>{t('venues.empty')}</Empty> : null}
      {settings.venues.map(({ venueId, venueName, choices }) => (
        <Venue
          key={venueId}
          open={shown === venueId}
          onToggle={({ currentTarget }) => {
            if (currentTarget.open) setShown(venueId)
            else setShown((before) => (before === venueId ? undefined : before))
          }}
        >
          <summary>
            {venueName}
            <Icon path={mdiChevronDown} />
          </summary>
          <div>
            <ChoicesTable
              label={venueName}
              choices={choices}
              readOnly={readOnly}
              onChange={(next) => choose({ id: venueId, name: venueName }, next, choices)}
            />
            {readOnly ? null : (
              <Button
                size="small"
                variant="outlined"
                startIcon={<Icon path={mdiUndoVariant} size={18} />}
                onClick={() => remove({ id: venueId, name: venueName }, choices)}
              >
                {t('venues.remove')}
              </Button>
            )}
          </div>
        </Venue>
      ))}
    </Card>
  )
}
