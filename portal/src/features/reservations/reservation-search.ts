import {
  type ReservationFilters,
  type ReservationRow,
  type Source,
  type Undelivered,
  sources,
  undeliveredStates,
} from '@tablewire/contracts/booking/reservations'
import { type Status, statuses } from '@tablewire/contracts/booking/reservations.rules'
import type { WaitKind } from '@tablewire/contracts/booking/waitlist.rules'
import type { z } from 'zod/mini'
import { isDate } from '#src/kit/zone-clock.ts'
import { type FigureSearch, figureFiltersOf, figureKeys, readFigure } from './filter/figure-search.ts'
import { idIn, isId, oneOf, searchIn } from '#src/kit/url-values.ts'
import { type Phase, phases } from './phases/phase-rules.ts'

export type SourceName = z.infer<typeof Source>
export const sorts = ['startsAt', '-startsAt', 'createdAt', '-createdAt'] as const
export type Sort = (typeof sorts)[number]

/** `timeline`: the service view by tables. */
const views = ['list', 'day', 'timeline', 'waitlist'] as const
export type View = (typeof views)[number]
/** The service of one venue, by phases or by tables. */
export const isService = (view: View): boolean => view === 'day' || view === 'timeline'

/** What the address says about the screen; everything that is not said has its quiet default. */
export type Search = {
  view: View
  /** Of the service view: as chosen by hand, else by the clock; the meal by its shift, `all` = the whole day. */
  phase: Phase | undefined
  meal: string | undefined
  /** The room instead of the lanes: an area, or `all`. */
  room: string | undefined
  /** A service day; `any` = every day; undefined = today, also tomorrow. */
  date: string | undefined
  from: string | undefined
  to: string | undefined
  basis: 'meal' | 'creation'
  venue: readonly string[]
  status: readonly Status[]
  channel: readonly string[]
  area: readonly string[]
  /** `none`: without one. */
  table: readonly string[]
  party: readonly number[]
  source: readonly SourceName[]
  rms: readonly string[]
  undelivered: readonly Undelivered[]
  /** What a figure of analytics counts beyond the rest, as its address says it. */
  figure: FigureSearch
  q: string
  sort: Sort
  id: string | undefined
  /** `ask`: whether a party can be taken. */
  form: 'new' | 'walk-in' | 'edit' | 'ask' | undefined
  /** What a form begins with. */
  asked: Asked
}
/** A party that somebody asks for: size, `HH:mm` and area, as far as they are known; `wait`: it goes on the waitlist, of that kind. */
export type Asked = { partySize: number | undefined; time: string | undefined; areaId: string | undefined; wait: WaitKind | undefined }

type Text = Readonly<Record<string, string | undefined>>
const list = (text: string | undefined): string[] => [...new Set((text ?? '').split(',').filter((one) => one !== ''))].slice(0, 1000)
const someOf = <T extends string>(options: readonly T[], text: string | undefined): T[] => {
  const wanted = list(text)
  return options.filter((option) => wanted.includes(option))
}

export const noAsked: Readonly<Record<string, undefined>> = { size: undefined, at: undefined, in: undefined, wait: undefined }
const readAsked = (text: Text): Asked => {
  const size = /^\d{1,4}$/.test(text['size'] ?? '') ? Number(text['size']) : 0
  const time = /^([01]\d|2[0-3]):[0-5]\d$/.test(text['at'] ?? '') ? text['at'] : undefined
  return {
    partySize: size >= 1 && size <= 1000 ? size : undefined,
    time,
    areaId: idIn(text['in']),
    wait: oneOf(['door', 'day'] as const, text['wait']),
  }
}

/** The address is written by people as well: what makes no sense in it is left out. */
export const readSearch = (text: Text): Search => {
  const date = text['date']
  const [from, to] = [text['from'], text['to']].map((one) => (isDate(one) ? one : undefined))
  const basis = text['basis'] === 'creation' ? 'creation' : 'meal'
  return {
    view: oneOf(views, text['view']) ?? 'list',
    phase: oneOf(phases, text['phase']),
    meal: text['meal'] === 'all' ? 'all' : idIn(text['meal']),
    room: text['room'] === 'all' ? 'all' : idIn(text['room']),
    date: date === 'any' || isDate(date) ? date : undefined,
    from,
    to,
    basis,
    venue: list(text['venue']).filter(isId),
    status: someOf(statuses, text['status']),
    channel: list(text['channel']).filter(isId),
    area: list(text['area']).filter(isId),
    table: list(text['table']).filter((one) => one === 'none' || isId(one)),
    party: list(text['party'])
      .map(Number)
      .filter((size) => Number.isInteger(size) && size >= 1 && size <= 1000),
    source: someOf(sources, text['source']),
    rms: list(text['rms']).filter(isId),
    undelivered: someOf(undeliveredStates, text['undelivered']),
    figure: readFigure(text),
    q: searchIn(text['q']),
    sort: oneOf(sorts, text['sort']) ?? (basis === 'creation' ? '-createdAt' : 'startsAt'),
    id: idIn(text['id']),
    form: oneOf(['new', 'walk-in', 'edit', 'ask'] as const, text['form']),
    asked: readAsked(text),
  }
}

/** Filters in the order in which people name them; each can be taken off alone. */
export const filterNames = ['q', 'range', 'status', 'channel', 'source', 'area', 'table', 'party', 'rms', 'undelivered', 'figure'] as const
export type FilterName = (typeof filterNames)[number]

/** What a saved view keeps. A single day does not belong to it, every day does: tomorrow it shows tomorrow. */
export const viewKeysOf = ({ date }: Search): readonly string[] => [
  'view',
  'basis',
  'from',
  'to',
  'venue',
  'sort',
  ...filterNames.filter((name) => name !== 'range' && name !== 'figure'),
  ...figureKeys,
  ...(date === 'any' ? ['date'] : []),
]

export const hasRange = ({ from, to }: Search): boolean => from !== undefined || to !== undefined
export const isFiltered = (search: Search, name: FilterName): boolean =>
  name === 'range'
    ? hasRange(search) || search.basis === 'creation'
    : name === 'figure'
      ? Object.keys(search.figure).length > 0
      : search[name].length > 0
export const activeFilters = (search: Search): FilterName[] => filterNames.filter((name) => isFiltered(search, name))

/** The evening in three: who comes, who sits, who is through. */
export const lanes = ['expected', 'seated', 'done'] as const
export type Lane = (typeof lanes)[number]
export const laneStatuses: Record<Lane, readonly Status[]> = {
  expected: ['pending_confirmation', 'requires_payment', 'confirmed'],
  seated: ['seated'],
  done: ['completed', 'no_show', 'canceled', 'rejected'],
}
/** The lane that the status filter means, if it is exactly one. */
export const laneOfSearch = ({ status }: Search): Lane | undefined => lanes.find((lane) => laneStatuses[lane].join() === status.join())

/** Filters that are more than one word of the address. */
const keysOf: Partial<Record<FilterName, readonly string[]>> = { range: ['from', 'to', 'basis'], figure: figureKeys }
/** What leaves the address when a filter goes. */
export const without = (names: readonly FilterName[]): Record<string, undefined> =>
  Object.fromEntries(names.flatMap((name) => keysOf[name] ?? [name]).map((key) => [key, undefined]))

export type ListFilters = z.output<typeof ReservationFilters>
/** As the server sees it: holds come and go by the minute and are nobody's guest yet; only who asks for them gets them. */
export const usualStatuses: readonly Status[] = statuses.filter((status) => status !== 'held' && status !== 'expired')

const given = <T>(values: readonly T[]): T[] | undefined => (values.length > 0 ? [...values] : undefined)

/** Days of the screen as the API asks for them. */
const days = (search: Search, today: string): Pick<ListFilters, 'date' | 'from' | 'to' | 'dateBasis'> => {
  const date = search.date === 'any' ? undefined : (search.date ?? today)
  const range = hasRange(search) ? { from: search.from, to: search.to } : { from: date, to: date }
  if (search.basis === 'creation') return { dateBasis: 'creation', ...range }
  return hasRange(search) ? range : { date }
}

export const filtersOf = (search: Search, today: string): ListFilters => {
  const all: ListFilters = {
    ...days(search, today),
    venueId: given(search.venue),
    status: given(search.status),
    channelId: given(search.channel),
    areaId: given(search.area),
    tableId: given(search.table),
    source: given(search.source),
    partySize: given(search.party),
    rmsId: given(search.rms),
    undelivered: given(search.undelivered),
    ...figureFiltersOf(search.figure),
    q: search.q.trim() === '' ? undefined : search.q.trim(),
  }
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value !== undefined))
}

const within = <T>(wanted: readonly T[] | undefined, value: T | null): boolean =>
  wanted === undefined || (value !== null && wanted.includes(value))

const onlyServerTells = (filters: ListFilters): boolean =>
  filters.dateBasis === 'creation' ||
  (['q', 'tableId', 'rmsId', 'undelivered', ...figureKeys] as const).some((name) => filters[name] !== undefined)

/** Does a row belong to a list? Undefined = only the server can tell: its search, the system of a booking, days of creation in each zone. */
export const matches = (row: ReservationRow, filters: ListFilters): boolean | undefined => {
  const sure =
    within(filters.venueId, row.venueId) &&
    (filters.status ?? usualStatuses).includes(row.status) &&
    within(filters.channelId, row.channelId) &&
    within(filters.areaId, row.areaId) &&
    within(filters.source, row.source) &&
    within(filters.partySize, row.partySize)
  if (!sure) return false
  if (onlyServerTells(filters)) return undefined
  const { date, from, to } = filters
  if (date !== undefined && row.serviceOn !== date) return false
  return (from === undefined || row.serviceOn >= from) && (to === undefined || row.serviceOn <= to)
}
