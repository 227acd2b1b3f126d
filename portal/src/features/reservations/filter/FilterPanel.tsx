import { mdiFilterVariant } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import type { TablePlan } from '@tablewire/contracts/booking/tables'
import type { Area } from '@tablewire/contracts/estate/book'
import { useId, useState } from 'react'
import type { z } from 'zod/mini'
import { useSession } from '#src/api/session.ts'
import { FilterChip } from '#src/kit/FilterChip.tsx'
import { formatDate, formatNumber } from '#src/kit/format.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { SheetPopover } from '#src/kit/SheetPopover.tsx'
import type { UrlPatch } from '#src/kit/url-search.ts'
import { FilterSheet } from '../offline/lazy-components.ts'
import { activeFilters, type FilterName, isService, laneOfSearch, type Search } from '../reservation-search.ts'
import { useT } from '../use-t.ts'

type Option = { id: string; name: string }
export type FilterOptions = { channels: readonly Option[]; systems: readonly Option[]; areas: readonly Option[]; tables: readonly Option[] }

/** What there is to filter by, as far as this user can see it. */
export const useFilterOptions = (areas: readonly z.infer<typeof Area>[] | undefined, plan: TablePlan | undefined): FilterOptions => {
  const t = useT()
  const { venues, bookingChannels } = useSession()
  const tables = plan?.on ? [{ id: 'none', name: t('place.none') }, ...plan.tables] : []
  const systems = new Map(venues.flatMap(({ systemId, systemName }) => (systemId ? [[systemId, systemName ?? systemId] as const] : [])))
  return { channels: bookingChannels, systems: [...systems].map(([id, name]) => ({ id, name })), areas: areas ?? [], tables }
}

const namesOf = (options: readonly Option[], ids: readonly string[]): string =>
  ids.map((id) => options.find((option) => option.id === id)?.name ?? '…').join(', ')

/** A filter in words, as its chip says it. */
export const useFilterText = ({ channels, systems, areas, tables }: FilterOptions) => {
  const t = useT()
  const range = ({ from, to, basis }: Search): string => {
    const [start, end] = [from, to].map((date) => date && formatDate(date, 'short'))
    const days = start && end ? `${start} – ${end}` : start ? t('range.from', { date: start }) : end ? t('range.to', { date: end }) : ''
    return basis === 'creation' ? t('range.creation', { days }).trim() : days
  }
  return (name: FilterName, search: Search): string => {
    switch (name) {
      case 'q':
        return `“${search.q}”`
      case 'range':
        return range(search)
      case 'status':
        return search.status.map((status) => t(`status.${status}`)).join(', ')
      case 'source':
        return search.source.map((source) => t(`source.${source}`)).join(', ')
      case 'party':
        return t('filter.partyIs', { sizes: search.party.map((size) => formatNumber(size)).join(', ') })
      case 'channel':
        return namesOf(channels, search.channel)
      case 'area':
        return namesOf(areas, search.area)
      case 'table':
        return namesOf(tables, search.table)
      case 'rms':
        return namesOf(systems, search.rms)
      case 'undelivered':
        return search.undelivered.map((one) => t(`undelivered.${one}`)).join(', ')
      case 'figure':
        return t('filter.figureIs')
    }
  }
}

const Chips = styled('ul')({ display: 'contents', '& > li': { display: 'inline-flex', minWidth: 0, listStyle: 'none' } })

type FilterChipsProps = {
  search: Search
  textOf: (name: FilterName, search: Search) => string
  onClear: (names: readonly FilterName[]) => void
}

/** What hides rows right now; a touch takes it off. */
export const FilterChips = ({ search, textOf, onClear }: FilterChipsProps) => {
  const t = useT()
  // A lane is chosen by its own button, which shows it as well.
  const active = activeFilters(search).filter((name) => name !== 'status' || isService(search.view) || laneOfSearch(search) === undefined)
  if (active.length === 0) return null
  return (
    <Chips aria-label={t('filter.active')}>
      {active.map((name) => (
        <li key={name}>
          <FilterChip
            text={textOf(name, search)}
            label={t('filter.remove', { filter: `${t(`filter.${name}`)}: ${textOf(name, search)}` })}
            onRemove={() => onClear([name])}
          />
        </li>
      ))}
      <li>
        <Button size="small" onClick={() => onClear(active)}>
          {t('filter.clearAll')}
        </Button>
      </li>
    </Chips>
  )
}

type FilterPanelProps = { search: Search; options: FilterOptions; single: boolean; onChange: (patch: UrlPatch) => void }
export const FilterPanel = ({ search, options, single, onChange }: FilterPanelProps) => {
  const t = useT()
  const [anchor, setAnchor] = useState<HTMLElement | null>(null)
  const sheetId = useId()
  const count = activeFilters(search).filter((name) => name !== 'q' && (name !== 'status' || laneOfSearch(search) === undefined)).length
  return (
    <>
      <Button
        className="filter"
        color="inherit"
        variant="outlined"
        startIcon={<Icon path={mdiFilterVariant} size={18} />}
        aria-haspopup="dialog"
        aria-expanded={anchor !== null}
        aria-controls={anchor ? sheetId : undefined}
        aria-label={count > 0 ? t('filter.openWith', { count }) : t('filter.open')}
        onClick={({ currentTarget }) => setAnchor(currentTarget)}
      >
        <span className="word">{t('filter.open')}</span>
        {count > 0 ? <span className="count">{formatNumber(count)}</span> : null}
      </Button>
      <SheetPopover anchor={anchor} id={sheetId} label={t('filter.open')} onClose={() => setAnchor(null)}>
        <FilterSheet prefix={sheetId} search={search} options={options} single={single} onChange={onChange} />
      </SheetPopover>
    </>
  )
}
