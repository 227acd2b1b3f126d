import { mdiChevronDown, mdiStorefrontOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import Popover from '@mui/material/Popover'
import { styled } from '@mui/material/styles'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import { venues } from '@tablewire/contracts/estate/venues'
import { useState } from 'react'
import { keepRows, useEndpoint } from '#src/api/query.ts'
import { EmptyState } from '#src/kit/EmptyState.tsx'
import { ErrorState } from '#src/kit/ErrorState.tsx'
import { Icon } from '#src/kit/Icon.tsx'
import { PageTitle } from '#src/kit/PageTitle.tsx'
import { FormSkeleton } from '#src/kit/Skeletons.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useUrlSearch } from '#src/kit/url-search.ts'
import { useSettled } from '#src/kit/use-settled.ts'
import { BookEditor } from './BookEditor.tsx'
import { otherVenue } from './preview/preview-search.ts'
import { useT } from './use-t.ts'

/** The venue the address names, else the first one somebody may see. */
const useChosenVenue = (wanted: string | undefined) => {
  const mine = useEndpoint(venues.mine, { query: { limit: 1, sort: 'name' } }, { staleTime: 300_000 })
  const first = mine.data?.data[0]
  const isFirst = wanted === undefined || wanted === first?.id
  const named = useEndpoint(venues.get, { params: { id: wanted ?? '' } }, { enabled: !isFirst, staleTime: 60_000 })
  return { venue: isFirst ? first : named.data, total: mine.data?.total, failed: [mine, named].find(({ isError }) => isError) }
}

/** SE2: the book of one venue, of those somebody may see. */
export const SetupPage = () => {
  const t = useT()
  const [{ venue: wanted }, setSearch] = useUrlSearch()
  const { venue, total, failed } = useChosenVenue(wanted)
  return (
    <>
      <PageTitle
        title={t('title')}
        hint={venue ? t('hint', { name: venue.name, zone: venue.timezone.replaceAll('_', ' ') }) : undefined}
        actions={
          <VenueChoice venue={venue} total={total ?? 0} onChoose={(next) => setSearch({ ...otherVenue, venue: next }, { push: true })} />
        }
      />
      <Shown {...{ venue, total, failed }} />
    </>
  )
}

const Shown = ({ venue, total, failed }: ReturnType<typeof useChosenVenue>) => {
  const t = useT()
  if (failed) return <ErrorState error={failed.error} onRetry={() => void failed.refetch()} />
  if (venue) return <OneVenue key={venue.id} venue={venue} />
  if (total === 0) return <EmptyState icon={mdiStorefrontOutline} title={t('empty.title')} hint={t('empty.hint')} />
  return <FormSkeleton fields={10} />
}

const OneVenue = ({ venue }: { venue: Venue }) => {
  // What is being edited must not change under the hands of whoever edits it: a save says when it is old.
  const query = useEndpoint(
    venues.book,
    { params: { id: venue.id } },
    { staleTime: 0, gcTime: 0, refetchOnWindowFocus: false, refetchOnReconnect: false },
  )
  if (query.data) return <BookEditor venue={venue} saved={query.data} />
  return query.isError ? <ErrorState error={query.error} onRetry={() => void query.refetch()} /> : <FormSkeleton fields={10} />
}

const Sheet = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  width: 'min(340px, calc(100vw - 32px))',
  maxHeight: 'min(480px, 70vh)',
  '& > .search': { padding: 12, borderBlockEnd: `1px solid ${theme.vars.palette.divider}` },
  '& > ul': { flex: 1, minHeight: 0, margin: 0, padding: 4, overflowY: 'auto', listStyle: 'none' },
  '& li > button': {
    all: 'unset',
    boxSizing: 'border-box',
    display: 'block',
    width: '100%',
    padding: '7px 10px',
    borderRadius: theme.vars.shape.borderRadius,
    fontSize: '0.875rem',
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: -2 },
    '&[aria-current="true"]': { backgroundColor: theme.vars.palette.ground.selected },
  },
  '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
  '& > p': { margin: 0, padding: '8px 14px', color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
}))
const shownAtMost = 50

type VenueChoiceProps = { venue: Venue | undefined; total: number; onChoose: (id: string) => void }

/** Whose book it is. Nobody with one venue is asked. */
export const VenueChoice = ({ venue, total, onChoose }: VenueChoiceProps) => {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement>()
  if (total < 2) return null
  return (
    <>
      <Button
        variant="outlined"
        color="inherit"
        startIcon={<Icon path={mdiStorefrontOutline} size={18} />}
        endIcon={<Icon path={mdiChevronDown} size={18} />}
        aria-haspopup="dialog"
        onClick={(event) => setAnchor(event.currentTarget)}
        sx={{ maxWidth: '100%', '& .name': { overflow: 'hidden', textOverflow: 'ellipsis' } }}
      >
        <span className="name">{venue?.name ?? t('venue.choose')}</span>
      </Button>
      <Popover
        open={anchor !== undefined}
        anchorEl={anchor ?? null}
        onClose={() => setAnchor(undefined)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ paper: { role: 'dialog', 'aria-label': t('venue.choose') } }}
      >
        <Choices
          chosen={venue?.id}
          onChoose={(id) => {
            setAnchor(undefined)
            onChoose(id)
          }}
        />
      </Popover>
    </>
  )
}

const Choices = ({ chosen, onChoose }: { chosen: string | undefined; onChoose: (id: string) => void }) => {
  const t = useT()
  const [text, setText] = useState('')
  const settled = useSettled(text.trim(), 200)
  const query = { limit: shownAtMost, sort: 'name' as const, ...(settled === '' ? {} : { filters: { criteria: settled } }) }
  const found = useEndpoint(venues.mine, { query }, { ...keepRows, staleTime: 60_000 })
  return (
    <Sheet>
      <div className="search">
        {/* The popover is opened to search in it. */}
        <TextField autoFocus label={t('venue.search')} value={text} onChange={({ target }) => setText(target.value)} />
      </div>
      <ul>
        {(found.data?.data ?? []).map(({ id, name, city }) => (
          <li key={id}>
            <button type="button" aria-current={id === chosen} onClick={() => onChoose(id)}>
              {name}
              {city ? <small>{city}</small> : null}
            </button>
          </li>
        ))}
      </ul>
      {found.data && found.data.total > shownAtMost ? <p>{t('venue.more', { count: found.data.total - shownAtMost })}</p> : null}
      {found.data?.total === 0 ? <p>{t('venue.none')}</p> : null}
    </Sheet>
  )
}
