import { mdiChevronDown, mdiStorefrontOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import Popover from '@mui/material/Popover'
import { styled } from '@mui/material/styles'
import type { Venue } from '@tablewire/contracts/venues'
import { createContext, useContext, useId, useMemo, useState } from 'react'
import { useSession } from '#src/api/session.ts'
import { collator, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { TextField } from '#src/kit/TextField.tsx'
import { ownZone, zoneName } from '#src/kit/zone-clock.ts'
import { useT } from './use-t.ts'

export type VenueChoice = {
  /** All the user may see. */
  venues: readonly Venue[]
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

export const useVenueChoice = (ids: readonly string[]): VenueChoice => {
  const { venues } = useSession()
  const shape = ids.join()
  return useMemo(() => {
    const byId = new Map(venues.map((venue) => [venue.id, venue]))
    const named = shape.split(',').flatMap((id) => byId.get(id) ?? [])
    const chosen = shape === '' ? venues : named
    const single = chosen.length === 1 ? chosen[0] : undefined
    const severalZones = new Set(chosen.map(({ timezone }) => timezone)).size > 1
    return { venues, byId, chosen, single, severalZones, zone: chosen[0]?.timezone ?? ownZone() }
  }, [venues, shape])
}

/** What each row needs to know of the venues around it. */
export const Zones = createContext<Pick<VenueChoice, 'byId' | 'severalZones'>>({ byId: new Map(), severalZones: false })

/** The place a time belongs to, when several clocks stand in one list. */
export const useZones = () => {
  const { byId, severalZones } = useContext(Zones)
  return {
    hintOf: (venueId: string): string | undefined => {
      const zone = severalZones ? byId.get(venueId)?.timezone : undefined
      return zone && zoneName(zone)
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

type VenuePickerProps = { choice: VenueChoice; ids: readonly string[]; onChange: (ids: readonly string[]) => void }

/** All venues, one or several; several are ticked without closing the list. */
export const VenuePicker = ({ choice: { venues, single, chosen }, ids, onChange }: VenuePickerProps) => {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const [text, setText] = useState('')
  const sheetId = useId()
  const words = text.toLowerCase().split(/\s+/)
  const sorted = useMemo(() => (anchor ? byName(venues) : []), [anchor, venues])
  const found = sorted.filter((venue) => words.every((word) => `${venue.name} ${venue.city ?? ''}`.toLowerCase().includes(word)))
  const first = text === '' ? found.toSorted((a, b) => Number(ids.includes(b.id)) - Number(ids.includes(a.id))) : found
  const label = single?.name ?? (ids.length === 0 ? t('venue.all', { count: venues.length }) : t('venue.several', { count: chosen.length }))
  const toggle = (id: string): void => onChange(ids.includes(id) ? ids.filter((one) => one !== id) : [...ids, id])
  const only = (id: string): void => {
    onChange([id])
    setAnchor(null)
  }
  if (venues.length < 2) return null
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
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'left' }}
        slotProps={{
          paper: {
            id: sheetId,
            role: 'dialog',
            sx: { marginTop: '4px', border: 1, borderColor: 'divider' },
            'aria-label': t('venue.choose'),
          },
        }}
      >
        <Sheet>
          <div className="top">
            <TextField
              // Who opens the list means to type.
              // oxlint-disable-next-line jsx-a11y/no-autofocus
              autoFocus
              type="search"
              label={t('venue.search')}
              value={text}
              onChange={({ target }) => setText(target.value)}
              onKeyDown={({ key }) => {
                const best = found[0]
                if (key === 'Enter' && best && text !== '') only(best.id)
              }}
            />
            <div>
              <span style={{ fontSize: '0.8125rem' }}>
                {ids.length === 0 ? t('venue.all', { count: venues.length }) : t('venue.several', { count: ids.length })}
              </span>
              <Button size="small" disabled={ids.length === 0} onClick={() => onChange([])}>
                {t('venue.clear')}
              </Button>
            </div>
          </div>
          {found.length === 0 ? <output>{t('venue.none')}</output> : null}
          <ul>
            {first.slice(0, shownAtMost).map((venue) => (
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
          {found.length > shownAtMost ? (
            <p>{t('venue.more', { count: found.length - shownAtMost, shown: formatNumber(shownAtMost) })}</p>
          ) : null}
        </Sheet>
      </Popover>
    </>
  )
}
