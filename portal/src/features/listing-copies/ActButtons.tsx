import Button from '@mui/material/Button'
import type { ListingDifference } from '@tablewire/contracts/listing/copies'
import { useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { ConfirmDialog } from '#src/kit/ConfirmDialog.tsx'
import { LinkButton } from '#src/kit/LinkButton.tsx'
import { type Act, useResolve } from './use-resolve.ts'
import { useT } from './use-t.ts'

type ActButtonsProps = {
  ids: readonly string[]
  /** Those of them that are known here. */
  differences: readonly ListingDifference[]
  small?: boolean
  onDone?: (act: Act) => void
}

const isOfHours = ({ field }: ListingDifference): boolean => field === 'hours' || field === 'specialDays'

/** Ask for ours, take over theirs, or leave it: the three things to do with a difference. Hours come from the book, so taking them over asks first. */
export const ActButtons = ({ ids, differences, small = false, onDone }: ActButtonsProps) => {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const { may, busy, resolve } = useResolve((act) => {
    setAsking(false)
    onDone?.(act)
  })
  const changesBook = useAbility().can('read', 'settings-restaurant')
  if (!may) return null
  const size = small ? 'small' : 'medium'
  const hours = differences.filter((one) => ids.includes(one.id) && isOfHours(one))
  const venues = [...new Map(hours.map(({ venueId, venueName }) => [venueId, venueName]))]
  const [only] = venues.length === 1 ? venues : []
  return (
    <>
      <Button size={size} variant="contained" disabled={busy} onClick={() => resolve(ids, 'overwrite')}>
        {t('act.overwrite')}
      </Button>
      <Button size={size} variant="outlined" disabled={busy} onClick={() => (hours.length ? setAsking(true) : resolve(ids, 'accept'))}>
        {t('act.accept')}
      </Button>
      <Button size={size} color="inherit" disabled={busy} onClick={() => resolve(ids, 'ignore')}>
        {t('act.ignore')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={t('hours.title', { count: venues.length })}
        confirmLabel={t('hours.take')}
        danger
        busy={busy}
        onConfirm={() => resolve(ids, 'accept')}
        onClose={() => setAsking(false)}
      >
        <p>{t('hours.parts', { venues: venues.map(([, name]) => name).join(', '), count: venues.length })}</p>
        <p>{t('hours.instead')}</p>
        {only && changesBook ? (
          <LinkButton to="/settings/restaurant-setup" search={{ venue: only[0] }} of={only[1]}>
            {t('hours.book')}
          </LinkButton>
        ) : null}
      </ConfirmDialog>
    </>
  )
}
