import { mdiFilterVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import Checkbox from '@mui/material/Checkbox'
import FormControlLabel from '@mui/material/FormControlLabel'
import { styled } from '@mui/material/styles'
import { isAgent } from '@tablewire/contracts/identity/access'
import { type ReactNode, useId, useState } from 'react'
import { useAbility } from '#src/api/ability.ts'
import { useCompanyName, useGroupName } from '#src/api/finds.ts'
import { useSession } from '#src/api/session.ts'
import { FilterChip } from '#src/kit/FilterChip.tsx'
import { formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { NumbersField } from '#src/kit/NumbersField.tsx'
import { SheetPopover } from '#src/kit/SheetPopover.tsx'
import { type UrlSearch, useUrlSearch } from '#src/kit/url-search.ts'
import { BrandFinder, CompanyFinder, VenueFinder } from './VenueFinders.tsx'
import type { Ask } from './use-asked.ts'
import { useT } from './use-t.ts'

const Sheet = styled('div')({ display: 'grid', gap: 16, width: 'min(420px, calc(100vw - 32px))', padding: 18 })
const Chips = styled('ul')({ display: 'contents', '& > li': { display: 'inline-flex', minWidth: 0, listStyle: 'none' } })

export type FilterProps = { search: UrlSearch; onChange: Ask }

type BoxesProps = {
  legend: string
  options: readonly { id: string; name: string }[]
  chosen: readonly string[]
  onChange: (ids: string[]) => void
}
export const Boxes = ({ legend, options, chosen, onChange }: BoxesProps) =>
  options.length === 0 ? null : (
    <fieldset style={{ margin: 0, padding: 0, border: 0, maxHeight: 190, overflowY: 'auto' }}>
      <legend style={{ padding: 0, fontSize: '0.8125rem', fontWeight: 600 }}>{legend}</legend>
      {options.map(({ id, name }) => (
        <FormControlLabel
          key={id}
          label={name}
          sx={{ display: 'flex' }}
          control={
            <Checkbox
              size="small"
              checked={chosen.includes(id)}
              onChange={(_event, on) => onChange(on ? [...chosen, id] : chosen.filter((one) => one !== id))}
            />
          }
        />
      ))}
    </fieldset>
  )

export const idsOf = (text: string | undefined): string[] => (text ?? '').split(',').filter((id) => id !== '')

const named = (ids: readonly string[], known: readonly { id: string; name: string }[]): string =>
  ids.map((id) => known.find((one) => one.id === id)?.name ?? '…').join(', ')
type Chip = { name: string; text: string }
export const shownChips = (chips: readonly Chip[]): Chip[] => chips.filter(({ text }) => text !== '')

/** Names of the venues, the company and the brand that are chosen, as far as the reader's session knows them. */
export const usePlaceChips = (search: UrlSearch): Chip[] => {
  const t = useT()
  const { venues: mine } = useSession()
  const [company, brand] = [useCompanyName(search['company']), useGroupName(search['brand'])]
  const venueIds = idsOf(search['venue'])
  return [
    { name: 'venue', text: venueIds.length > 3 ? t('filter.venues', { count: venueIds.length }) : named(venueIds, mine) },
    { name: 'company', text: company },
    { name: 'brand', text: brand },
  ]
}

const useChips = (search: UrlSearch): Chip[] => {
  const t = useT()
  const { bookingChannels, venues: mine } = useSession()
  const systems = mine.flatMap(({ systemId, systemName }) => (systemId ? [{ id: systemId, name: systemName ?? systemId }] : []))
  return shownChips([
    ...usePlaceChips(search),
    { name: 'channel', text: named(idsOf(search['channel']), bookingChannels) },
    { name: 'rms', text: named(idsOf(search['rms']), systems) },
    { name: 'party', text: search['party'] ? t('filter.party', { sizes: search['party'].replaceAll(',', ', ') }) : '' },
    { name: 'canceled', text: search['canceled'] === '1' ? t('filter.canceled') : '' },
  ])
}

type SheetProps = { chips: readonly { name: string; text: string }[]; onChange: FilterProps['onChange']; children: ReactNode }
const kinds = {
  venue: 'report.about.venue',
  company: 'filter.company',
  brand: 'filter.brand',
  channel: 'channels.head',
  rms: 'systems.head',
  source: 'sources.head',
} as const
const printedPlaces = 3

/** What is narrowed down, for paper: of a few venues their names, which nobody can look up there. */
const PrintedFilters = ({ chips }: { chips: SheetProps['chips'] }) => {
  const t = useT()
  const [search] = useUrlSearch()
  const { venues: mine } = useSession()
  const asked = idsOf(search['venue'])
  const ids = asked.length > 0 || chips.some(({ name }) => name === 'company' || name === 'brand') ? asked : mine.map(({ id }) => id)
  const kind = t(kinds.venue)
  const more = ids.length - printedPlaces
  const every = asked.length === 0 && more > 0
  const venues = ids.length === 0 || every ? [] : [t('report.about.part', { kind, name: named(ids.slice(0, printedPlaces), mine) })]
  const others = chips.filter(({ name }) => name !== 'venue' && name !== 'canceled')
  const parts = [
    ...(every ? [t('report.about.everywhere')] : venues),
    ...(more > 0 && !every ? [t('report.about.more', { kind, count: more })] : []),
    ...others.map(({ name, text }) =>
      name in kinds ? t('report.about.part', { kind: t(kinds[name as keyof typeof kinds]), name: text }) : text,
    ),
  ]
  return parts.length > 0 ? <p className="printed">{parts.join(' · ')}</p> : null
}

/** Filters behind one button, and beside it those that are on. */
export const FilterSheet = ({ chips, onChange, children }: SheetProps) => {
  const t = useT()
  const id = useId()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  return (
    <>
      <Button
        color="inherit"
        variant="outlined"
        startIcon={<Icon path={mdiFilterVariant} size={18} />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        {t('filter.open')}
        {chips.length > 0 ? <span style={{ marginInlineStart: 6 }}>{formatNumber(chips.length)}</span> : null}
      </Button>
      <Chips aria-label={t('filter.active')}>
        {chips.map(({ name, text }) => (
          <li key={name}>
            <FilterChip text={text} label={t('filter.remove', { filter: text })} onRemove={() => onChange({ [name]: undefined })} />
          </li>
        ))}
      </Chips>
      <PrintedFilters chips={chips} />
      <SheetPopover anchor={anchor} id={id} label={t('filter.open')} onClose={() => setAnchor(null)}>
        <Sheet>{children}</Sheet>
      </SheetPopover>
    </>
  )
}

/** Which venues: one by one, a brand's or a company's. */
export const PlaceFinders = ({ search, onChange }: FilterProps) => {
  const ability = useAbility()
  return (
    <>
      <VenueFinder search={search} onChange={onChange} />
      <BrandFinder search={search} onChange={onChange} may={ability.can('read', 'groups')} />
      <CompanyFinder search={search} onChange={onChange} may={ability.can('read', 'companies')} />
    </>
  )
}

/** What narrows the question down: venues, a brand or a company, channels, systems, party sizes, and whether canceled ones count. */
export const QuestionFilters = ({ search, onChange }: FilterProps) => {
  const t = useT()
  const { bookingChannels, venues: mine, userData } = useSession()
  // Who is of a channel or a system asks about that side alone: in which system a house stands is no question of his.
  const agent = isAgent(userData?.roles ?? [])
  const systems = new Map(
    (agent ? [] : mine).flatMap(({ systemId, systemName }) => (systemId ? [[systemId, systemName ?? systemId] as const] : [])),
  )
  return (
    <FilterSheet chips={useChips(search)} onChange={onChange}>
      <PlaceFinders search={search} onChange={onChange} />
      <Boxes
        legend={t('channels.title')}
        options={agent && bookingChannels.length === 1 ? [] : bookingChannels}
        chosen={idsOf(search['channel'])}
        onChange={(channel) => onChange({ channel })}
      />
      <Boxes
        legend={t('systems.title')}
        options={[...systems].map(([one, name]) => ({ id: one, name }))}
        chosen={idsOf(search['rms'])}
        onChange={(rms) => onChange({ rms })}
      />
      <NumbersField
        label={t('size.title')}
        hint={t('filter.party.hint')}
        wrong={(what) => t('filter.party.wrong', { what })}
        bounds={{ min: 1, max: 1000 }}
        numbers={idsOf(search['party'])}
        onChange={(party) => onChange({ party: party.map(String) }, { push: search['party'] === undefined })}
      />
      <FormControlLabel
        label={t('filter.canceled')}
        control={<Checkbox checked={search['canceled'] === '1'} onChange={(_event, on) => onChange({ canceled: on ? '1' : undefined })} />}
      />
    </FilterSheet>
  )
}
