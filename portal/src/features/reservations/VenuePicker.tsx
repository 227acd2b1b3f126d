import { mdiChevronDown, mdiStorefrontOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import { styled } from '@mui/material/styles'
import { useQueries } from '@tanstack/react-query'
import type { Venue } from '@tablewire/contracts/estate/venue-fields'
import { venues as venueCalls } from '@tablewire/contracts/estate/venues'
import { createContext, useContext, useId, useMemo, useState } from 'react'
import { api } from '#src/api/client.ts'
import { keepRows, keyOf, useEndpoint } from '#src/api/query.ts'
import { currentLang } from '#src/i18n/lang.ts'
import { useSession } from '#src/api/session.ts'
import { collator, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { SheetPopover } from '#src/kit/SheetPopover.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { useSettled } from '#src/kit/use-settled.ts'
import { zoneName } from '#src/kit/zone-clock.ts'
import { venuesMeant } from './question/question.ts'
import { useT } from './use-t.ts'

export type VenueChoice = {
  /** All the user may see; the first of them where they are too many to carry about, with those that were chosen. */
  venues: readonly Venue[]
  /** How many the user may see. */
  total: number
  byId: ReadonlyMap<string, Venue>
  /** Those the screen is about: the chosen ones, or all. */
  chosen: readonly Venue[]
  /** The only one, when there is only one. */
  single: Venue | undefined
  severalZones: boolean
  /** The clock the screen goes by: that of the first venue. */
  zone: string
}

/** By name, as readers of the language expect; asked for when a list of them opens, as collation takes its time to start. */
export const byName = (venues: readonly Venue[]): Venue[] => {
  const { compare } = collator()
  return venues.toSorted((a, b) => compare(a.name, b.name))
}

/** The session carries no more than this of a list too long for it (api/restore.ts): exactly so many may be all of them, or not. */
const carriedPage = 200

/** Chosen venues that the session does not carry: an address names them, and a long list is searched on the server. */
const useNamedVenues = (carried: readonly Venue[], ids: readonly string[]): readonly Venue[] => {
  const missing = carried.length === 0 ? [] : ids.filter((id) => !carried.some((venue) => venue.id === id)).slice(0, 50)
  return useQueries({
    queries: missing.map((id) => ({
      queryKey: keyOf(venueCalls.get, { params: { id } }),
      queryFn: () => api(venueCalls.get, { params: { id } }),
      staleTime: 600_000,
      meta: { shown: true },
    })),
    combine: found,
  })
}
const found = (results: readonly { data: Venue | undefined }[]): readonly Venue[] => results.flatMap(({ data }) => data ?? [])

export const useVenueChoice = (ids: readonly string[]): VenueChoice => {
  const { venues: carried } = useSession()
  const more = useNamedVenues(carried, ids)
  const counted = useEndpoint(venueCalls.mine, { query: { limit: 1 } }, { enabled: carried.length === carriedPage, staleTime: 600_000 })
  const total = counted.data?.total ?? carried.length
  const shape = ids.join()
  return useMemo(() => {
    const venues = more.length === 0 ? carried : [...carried, ...more]
    const meant = venuesMeant(venues, shape === '' ? [] : shape.split(','))
    return { ...meant, venues, total, severalZones: new Set(meant.chosen.map(({ timezone }) => timezone)).size > 1 }
  }, [carried, more, total, shape])
}

/** What each row needs to know of the venues around it. */
export const Zones = createContext<Pick<VenueChoice, 'byId' | 'severalZones' | 'single'>>({
  byId: new Map(),
  severalZones: false,
  single: undefined,
})

/** The place a time belongs to, when several clocks stand in one list. */
export const useZones = () => {
  const { byId, severalZones, single } = useContext(Zones)
  return {
    single,
    zoneOf: (venueId: string): string | undefined => byId.get(venueId)?.timezone,
    hintOf: (venueId: string): string | undefined => {
      const zone = severalZones ? byId.get(venueId)?.timezone : undefined
      return zone && zoneName(zone, currentLang())
    },
  }
}

/** A list is for choosing from, not for reading a country: whoever has more venues than this searches. */
const shownAtMost = 100

const Sheet = styled('div')(({ theme }) => ({
  display: 'flex',
  flexDirection: 'column',
  width: 'min(360px, calc(100vw - 32px))',
  maxHeight: 'min(520px, 70vh)',
  '& > .top': { display: 'flex', flexDirection: 'column', gap: 8, padding: 12, borderBottom: `1px solid ${theme.vars.palette.divider}` },
  '& > .top > div:last-of-type': { display: 'flex', alignItems: 'center', justifyContent: 'space-between' },
  '& > ul': { flex: 1, minHeight: 0, margin: 0, padding: '4px 0', overflowY: 'auto', listStyle: 'none' },
  '& label': {
    display: 'flex',
    alignItems: 'center',
    gap: 4,
    padding: '2px 12px 2px 6px',
    fontSize: '0.875rem',
    cursor: 'pointer',
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover },
  },
  '& label > span:last-of-type': {
    minWidth: 0,
    '& small': { display: 'block', color: theme.vars.palette.text.secondary, fontSize: '0.75rem' },
  },
  '& > p, & > output': {
    display: 'block',
    margin: 0,
    padding: '8px 16px',
    color: theme.vars.palette.text.secondary,
    fontSize: '0.8125rem',
  },
}))

const wordsIn = ({ name, city }: Venue, words: readonly string[]): boolean =>
  words.every((word) => `${name} ${city ?? ''}`.toLowerCase().includes(word))

/** What the list shows for a text, the chosen ones first while there is none; a list too long to carry is asked of the server. */
const useFoundVenues = ({ venues, total }: VenueChoice, { text, open }: { text: string; open: boolean }, ids: readonly string[]) => {
  const settled = useSettled(text.trim(), 200)
  const carried = total <= venues.length
  const query = { limit: shownAtMost, sort: 'name' as const, ...(settled === '' ? {} : { filters: { criteria: settled } }) }
  const venueQuery = useEndpoint(venueCalls.mine, { query }, { ...keepRows, enabled: open && !carried })
  const sorted = useMemo(() => (open ? byName(venues) : []), [open, venues])
  const isChosen = ({ id }: Venue): boolean => ids.includes(id)
  const all = carried ? sorted.filter((venue) => wordsIn(venue, text.toLowerCase().split(/\s+/))) : (venueQuery.data?.data ?? [])
  const others = text === '' ? all.filter((venue) => !isChosen(venue)) : all
  const list = text === '' ? [...sorted.filter(isChosen), ...others] : all
  return { list, count: carried ? all.length : (venueQuery.data?.total ?? 0), pending: !carried && venueQuery.data === undefined }
}

type VenuePickerProps = { choice: VenueChoice; ids: readonly string[]; onChange: (ids: readonly string[]) => void }

/** All venues, one or several; several are ticked without closing the list. */
export const VenuePicker = ({ choice, ids, onChange }: VenuePickerProps) => {
  const { single, total } = choice
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [text, setText] = useState('')
  const sheetId = useId()
  const { list, count, pending } = useFoundVenues(choice, { text, open: anchor !== null }, ids)
  const label = single?.name ?? (ids.length === 0 ? t('venue.all', { count: total }) : t('venue.several', { count: ids.length }))
  const toggle = (id: string): void => onChange(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  const only = (id: string): void => {
    onChange([id])
    setAnchor(null)
  }
  if (total < 2) return null
  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        startIcon={<Icon path={mdiStorefrontOutline} size={18} />}
        endIcon={<Icon path={mdiChevronDown} size={16} />}
        className="venue"
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? sheetId : undefined}
        onClick={({ currentTarget }) => {
          setText('')
          setAnchor(currentTarget)
        }}
        sx={{ maxWidth: { sm: 260 } }}
      >
        <span style={{ overflow: 'hidden', textOverflow: 'ellipsis' }}>{label}</span>
      </Button>
      <SheetPopover anchor={anchor} id={sheetId} label={t('venue.choose')} onClose={() => setAnchor(null)}>
        <Sheet>
          <div className="top">
            <TextField
              // Who opens the list means to type.
              autoFocus
              type="search"
              label={t('venue.search')}
              value={text}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={({ key }) => {
                const best = list[0]
                if (key === 'Enter' && best && text !== '') only(best.id)
              }}
            />
            <div>
              <span style={{ fontSize: '0.8125rem' }}>
                {ids.length === 0 ? t('venue.all', { count: total }) : t('venue.several', { count: ids.length })}
              </span>
              <Button size="small" disabled={ids.length === 0} onClick={() => onChange([])}>
                {t('venue.clear')}
              </Button>
            </div>
          </div>
          {count === 0 && !pending ? <output>{t('venue.none')}</output> : null}
          <ul>
            {list.slice(0, shownAtMost).map((venue) => (
              <li key={venue.id}>
                <label>
                  <Checkbox size="small" checked={ids.includes(venue.id)} onChange={() => toggle(venue.id)} />
                  <span>
                    {venue.name}
                    {venue.city ? <small>{venue.city}</small> : null}
                  </span>
                </label>
              </li>
            ))}
          </ul>
          {count > shownAtMost ? <p>{t('venue.more', { count: count - shownAtMost, shown: formatNumber(shownAtMost) })}</p> : null}
        </Sheet>
      </SheetPopover>
    </>
  )
}
