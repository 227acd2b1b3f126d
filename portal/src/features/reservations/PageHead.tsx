import { mdiAccountClockOutline, mdiFormatListBulleted, mdiMagnify, mdiPlus, mdiPrinterOutline, mdiViewColumnOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { styled } from '@mui/material/styles'
import { venues } from '@tablewire/contracts/estate/venues'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { Icon } from '#src/kit/Icon.tsx'
import { fadingEdges, scrollEdges } from '#src/kit/scroll-edges.ts'
import { TextField } from '#src/kit/TextField.tsx'
import type { UrlPatch } from '#src/kit/url-search.ts'
import { unseen, VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { DateNav } from './DateNav.tsx'
import { FilterChips, FilterPanel } from './filter/FilterPanel.tsx'
import { useFilterPlan } from './filter/use-filter-plan.ts'
import { useFilterOptions, useFilterText } from './filter/FilterPanel.tsx'
import { isService, laneOfSearch, lanes, laneStatuses, type Search, without } from './reservation-search.ts'
import type { FirstMatch } from './find/use-first-found.ts'
import { useT } from './use-t.ts'
import type { VenueChoice } from './VenuePicker.tsx'
import { VenuePicker } from './VenuePicker.tsx'

/**
 * Three lines instead of five: the day and what is new; where and whom to look for; which reservations. What a phone seldom asks for stands as a sign.
 */
const onPhone = {
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: 6,
  marginBottom: 8,
  '& > .bar': { display: 'contents' },
  '& .new': { minWidth: 44, padding: 0 },
  // Three ways to look share the line with the day.
  '& .segments:not(.lanes) > button': { padding: '5px 4px' },
  '& .venue': { order: 1, flex: '1 1 40%', minWidth: 0, maxWidth: 'none', '& > span:nth-of-type(2)': { flex: 1, textAlign: 'left' } },
  '& .find': { order: 1, flex: '1 1 28%', minWidth: 0, maxWidth: 'none' },
  '& .filter': { order: 2, minWidth: 44, padding: '0 8px' },
  '& .lanes': {
    order: 3,
    flex: '1 1 60%',
    minWidth: 0,
    overflowX: 'auto',
    ...fadingEdges,
    '& > button': { flex: '1 0 auto', padding: '5px 9px' },
  },
  '& .views, & .export': { order: 4 },
  // While the evening is worked; the list beside it has them. The lanes say how many come to the meal, not the day.
  '&.service .views, &.service .export, &.service .facts output': { display: 'none' },
  '&.service': { marginBottom: 6, '& .facts > div': { minHeight: 0 } },
  '& > .bar > ul > li': { order: 5 },
  '& .facts': { order: 6, flex: '1 0 100%', marginInlineStart: 0, '& output': { minWidth: 0 } },
  '& .new .MuiButton-startIcon, & .filter .MuiButton-startIcon': { margin: 0 },
  '& .word': unseen,
} as const

const Root = styled('header')(({ theme }) => ({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr)',
  gap: 10,
  marginBottom: 12,
  '& .bar': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 },
  // As wide as the bar allows, not as what stands beside it leaves: a chip that comes with the first letter moves nothing.
  '& .find': { flex: '0 0 clamp(180px, 100% - 440px, 300px)', maxWidth: 300, width: 'auto', minWidth: 0 },
  '& .push': { marginLeft: 'auto' },
  // It begins where it stays, and each part keeps room for its number: what is known later moves nothing.
  '& .facts': { marginInlineStart: 8, color: theme.vars.palette.text.secondary, fontSize: '0.8125rem', '& output': { minWidth: '18em' } },
  // Two short lines are as high as what stands beside them: what comes with the rows moves none of them. Where the filters leave less, it has a line of its own.
  [theme.breakpoints.up('md')]: {
    '& .facts': { lineHeight: 1.3, '& > div': { gap: '0 14px' }, '& button': { paddingBlock: 0 } },
    '& .facts:last-child': { flex: '1 1 15em', minWidth: 0, '& output': { minWidth: 'min(18em, 100%)' } },
  },
  // Beside the line about the shift its room is measured out, so that no number moves that line below.
  '& .facts:not(:last-child)': { flex: '0 1 400px', minWidth: 0 },
  '& .bar:has(> .shift)': { minHeight: 48, '@media (pointer: coarse)': { minHeight: 58 } },
  '& .bar:has(> .shift) > .find': { flexBasis: 240 },
  '& .bar > .shift': { flex: '1 1 220px', minWidth: 0, margin: 0 },
  '& .segments': { display: 'inline-flex', minWidth: 0, margin: 0, padding: 0, border: 0 },
  '& .segments > button': {
    display: 'inline-flex',
    alignItems: 'center',
    justifyContent: 'center',
    gap: 6,
    minHeight: 36,
    padding: '5px 12px',
    border: `1px solid ${theme.vars.palette.divider}`,
    borderLeftWidth: 0,
    background: 'none',
    color: theme.vars.palette.text.secondary,
    font: 'inherit',
    fontSize: '0.8125rem',
    fontWeight: 600,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '@media (pointer: coarse)': { minHeight: 44 },
    '&:first-of-type': { borderLeftWidth: 1, borderRadius: `${theme.shape.borderRadius}px 0 0 ${theme.shape.borderRadius}px` },
    '&:last-of-type': { borderRadius: `0 ${theme.shape.borderRadius}px ${theme.shape.borderRadius}px 0` },
    '&:hover': { backgroundColor: theme.vars.palette.ground.hover, color: theme.vars.palette.text.primary },
    '&[aria-pressed="true"]': { backgroundColor: theme.vars.palette.accent.soft, color: theme.vars.palette.accent.text },
  },
  // A long name gives way before the line breaks.
  [theme.breakpoints.between('md', 'xl')]: {
    '& .venue': { maxWidth: 160 },
    '& .export': { minWidth: 44, padding: 0, '& .MuiButton-startIcon': { margin: 0 } },
    '& .export .word': unseen,
  },
  // On a narrow desk the ways to look are told by their signs.
  [theme.breakpoints.between('md', 1400)]: {
    '& .segments:not(.lanes) .word': unseen,
    // What is known of the list has room for two lines beside it.
    '& .find': { flexBasis: 'clamp(180px, 100% - 440px, 210px)' },
  },
  // In no language the words of the button push it into a line of its own.
  [theme.breakpoints.down('xl')]: { '& .print': { display: 'none' }, '& .views': { marginLeft: 'auto' } },
  // A tablet held upright: the words give way to their signs, so that the bar stays one line.
  [theme.breakpoints.down('md')]: {
    '& .segments .word, & .export .word, & .new .word, & .today .word': unseen,
    '& .export': { minWidth: 44, padding: 0, '& .MuiButton-startIcon': { margin: 0 } },
    '& .venue': { flex: '1 1 100px', minWidth: 0 },
    // A line of their own from the start: how long they are is known with the rows only.
    '& .facts': { flex: '1 0 100%', marginInlineStart: 0 },
    '& .new': { minWidth: 44, padding: 0, '& .MuiButton-startIcon': { margin: 0 } },
    '& .today': { minWidth: 44, padding: 0 },
  },
  '& .filter > .count': { marginInlineStart: 6, fontVariantNumeric: 'tabular-nums' },
  [theme.breakpoints.between('sm', 'md')]: { '& fieldset > span > button': { minWidth: 132 } },
  [theme.breakpoints.down('sm')]: onPhone,
  '@media print': { display: 'none' },
}))

type Segment<V> = { value: V; label: string; icon?: string }
type SegmentsProps<V> = {
  label: string
  options: readonly Segment<V>[]
  value: V | undefined
  className?: string
  onChoose: (value: V) => void
}

/** One of a few, side by side. */
const Segments = <V extends string>({ label, options, value, className = '', onChoose }: SegmentsProps<V>) => (
  <fieldset ref={scrollEdges} className={`segments ${className}`} aria-label={label}>
    {options.map((option) => (
      <button
        type="button"
        key={option.value}
        title={option.icon ? option.label : undefined}
        aria-pressed={option.value === value}
        onClick={() => onChoose(option.value)}
      >
        {option.icon ? <Icon path={option.icon} size={18} /> : null}
        <span className={option.icon ? 'word' : undefined}>{option.label}</span>
      </button>
    ))}
  </fieldset>
)

const LaneChoice = ({ search, onSearch }: { search: Search; onSearch: (patch: UrlPatch) => void }) => {
  const t = useT()
  return (
    <Segments
      className="lanes"
      label={t('lane.group')}
      options={(['all', ...lanes] as const).map((lane) => ({ value: lane, label: t(`lane.${lane}`) }))}
      value={search.status.length === 0 ? 'all' : laneOfSearch(search)}
      onChoose={(lane) => onSearch({ status: lane === 'all' ? undefined : laneStatuses[lane] })}
    />
  )
}

type PageHeadProps = {
  /** What writes the list into a file. */
  exporting: ReactNode
  search: Search
  today: string
  choice: VenueChoice
  searchField: RefObject<HTMLInputElement | null>
  /** From the field to what it found. */
  found: FirstMatch
  mayCreate: boolean
  /** Totals and what needs a look, at the left of the line under the bar. */
  facts: ReactNode
  /** At the end of the same line, where there is room for it. */
  shift: ReactNode
  /** What just came, for ears. */
  announcement: string
  onSearch: (patch: UrlPatch) => void
  onNew: () => void
  onPrint: () => void
}

/** Follows the address, and writes into it when the typing rests. */
const useSearchText = (q: string, onSearch: (patch: UrlPatch) => void): [string, (text: string) => void] => {
  const [text, setText] = useState(q)
  const [seen, setSeen] = useState(q)
  if (q !== seen) {
    setSeen(q)
    if (q !== text.trim()) setText(q)
  }
  useEffect(() => {
    if (text.trim() === q) return undefined
    const timer = setTimeout(() => onSearch({ q: text.trim() }), 250)
    return () => clearTimeout(timer)
  }, [text, q, onSearch])
  return [text, setText]
}

export const PageHead = ({
  search,
  today,
  choice,
  searchField,
  found,
  mayCreate,
  facts,
  shift,
  announcement,
  exporting,
  onSearch,
  onNew,
  onPrint,
}: PageHeadProps) => {
  const t = useT()
  const [text, setText] = useSearchText(search.q, onSearch)
  const areas = useEndpoint(
    venues.areas,
    { params: { id: choice.single?.id ?? '' } },
    { staleTime: 600_000, enabled: choice.single !== undefined },
  )
  const { single } = choice
  const options = useFilterOptions(areas.data, useFilterPlan(single?.id, search))
  const textOf = useFilterText(options)
  return (
    <Root className={isService(search.view) ? 'service' : undefined}>
      <VisuallyHidden as="h1" tabIndex={-1} data-page-title>
        {t('title')}
      </VisuallyHidden>
      <VisuallyHidden as="output" aria-live="polite">
        {announcement}
      </VisuallyHidden>
      <div className="bar">
        <DateNav search={search} today={today} onDate={(date) => onSearch({ date, from: undefined, to: undefined })} />
        <VenuePicker choice={choice} ids={search.venue} onChange={(venue) => onSearch({ venue, area: undefined, table: undefined })} />
        <Segments
          label={t('view.group')}
          options={[
            { value: 'list', label: t('view.list'), icon: mdiFormatListBulleted },
            { value: 'day', label: t('view.day'), icon: mdiViewColumnOutline },
            { value: 'waitlist', label: t('view.waitlist'), icon: mdiAccountClockOutline },
          ]}
          value={isService(search.view) ? 'day' : search.view}
          onChoose={(view) => onSearch({ view: view === 'list' ? undefined : view })}
        />
        <IconButton className="push print" size="small" aria-label={t('print')} title={t('print')} onClick={onPrint}>
          <Icon path={mdiPrinterOutline} />
        </IconButton>
        {exporting}
        {mayCreate ? (
          <Button className="new" variant="contained" startIcon={<Icon path={mdiPlus} size={20} />} onClick={onNew} aria-keyshortcuts="a">
            <span className="word">{t('new')}</span>
          </Button>
        ) : null}
      </div>
      <div className="bar">
        <TextField
          className="find"
          type="search"
          placeholder={t('search.placeholder')}
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            if (event.nativeEvent.isComposing) return
            const toRows = event.key === 'ArrowDown' || (event.key === 'Escape' && text === '')
            if (toRows) found.toRows()
            else if (event.key === 'Enter') found.openFirst(text.trim())
            else if (event.key === 'Escape') setText('')
            else return
            event.preventDefault()
          }}
          inputRef={searchField}
          slotProps={{
            htmlInput: { 'aria-label': t('search.label'), 'aria-keyshortcuts': '/' },
            input: {
              startAdornment: (
                <InputAdornment position="start">
                  <Icon path={mdiMagnify} size={18} />
                </InputAdornment>
              ),
            },
          }}
        />
        {search.view === 'list' ? <LaneChoice search={search} onSearch={onSearch} /> : null}
        <FilterPanel search={search} options={options} single={single !== undefined} onChange={onSearch} />
        <FilterChips search={search} textOf={textOf} onClear={(names) => onSearch(without(names))} />
        <div className="facts">{facts}</div>
        {shift}
      </div>
    </Root>
  )
}
