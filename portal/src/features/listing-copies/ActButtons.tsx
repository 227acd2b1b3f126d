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

/** What is taken over, by what it is, and that hours come from the book. */
const Question = ({ chosen }: { chosen: readonly ListingDifference[] }) => {
  const t = useT()
  const changesBook = useAbility().can('read', 'settings-restaurant')
  const venues = [...new Map(chosen.filter(isOfHours).map(({ venueId, venueName }) => [venueId, venueName]))]
  const [only] = venues.length === 1 ? venues : []
  const guests = chosen.filter(({ changedBy }) => changedBy === 'guest').length
  return (
    <>
      {chosen.length > 1 ? (
        <ul style={{ margin: '0 0 12px', paddingInlineStart: 20 }}>
          {[...Map.groupBy(chosen, ({ field }) => field)].map(([field, of]) => (
            <li key={field}>
              <strong>{t(`f.${field}`)}</strong>: {[...new Set(of.map(({ venueName }) => venueName))].toSorted().join(', ')}
            </li>
          ))}
        </ul>
      ) : null}
      {guests > 0 && chosen.length > 1 ? <p>{t('accept.guests', { count: guests })}</p> : null}
      {venues.length > 0 ? (
        <>
          <p>{t('hours.parts', { venues: venues.map(([, name]) => name).join(', '), count: venues.length })}</p>
          <p>{t('hours.instead')}</p>
        </>
      ) : null}
      {only && changesBook ? (
        <LinkButton to="/settings/restaurant-setup" search={{ venue: only[0] }} of={only[1]}>
          {t('hours.book')}
        </LinkButton>
      ) : null}
    </>
  )
}

/** Ask for ours, take over theirs, or leave it: the three things to do with a difference. Several at once, and hours, are taken over after a question. */
export const ActButtons = ({ ids, differences, small = false, onDone }: ActButtonsProps) => {
  const t = useT()
  const [asking, setAsking] = useState(false)
  const { may, busy, resolve } = useResolve((act) => {
    setAsking(false)
    onDone?.(act)
  })
  if (!may) return null
  const size = small ? 'small' : 'medium'
  const chosen = differences.filter(({ id }) => ids.includes(id))
  const hours = chosen.filter(isOfHours)
  const run = (act: Act): void => resolve(ids, act, differences)
  return (
    <>
      <Button size={size} variant="contained" disabled={busy} onClick={() => run('overwrite')}>
        {t('act.overwrite')}
      </Button>
      <Button
        size={size}
        variant="outlined"
        disabled={busy}
        onClick={() => (hours.length > 0 || ids.length > 1 ? setAsking(true) : run('accept'))}
      >
        {t('act.accept')}
      </Button>
      <Button size={size} color="inherit" disabled={busy} onClick={() => run('ignore')}>
        {t('act.ignore')}
      </Button>
      <ConfirmDialog
        open={asking}
        title={ids.length > 1 ? t('accept.title', { count: ids.length }) : t('hours.title')}
        confirmLabel={t(hours.length > 0 ? 'hours.take' : 'act.accept')}
        danger
        busy={busy}
        onConfirm={() => run('accept')}
        onClose={() => setAsking(false)}
      >
        <Question chosen={chosen} />
      </ConfirmDialog>
    </>
  )
}
