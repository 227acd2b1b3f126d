import { mdiFormatListBulleted, mdiMagnify, mdiPlus, mdiPrinterOutline, mdiViewColumnOutline, mdiClockAlertOutline, mdiHelpCircleOutline } from '@mdi/js'
import Button from '@mui/material/Button'
import IconButton from '@mui/material/IconButton'
import InputAdornment from '@mui/material/InputAdornment'
import { styled } from '@mui/material/styles'
import TextField from '@mui/material/TextField'
import ToggleButton from '@mui/material/ToggleButton'
import ToggleButtonGroup from '@mui/material/ToggleButtonGroup'
import { venues } from '@tablewire/contracts/venues'
import { type ReactNode, type RefObject, useEffect, useState } from 'react'
import { useEndpoint } from '#src/api/query.ts'
import { Icon } from '#src/kit/Icon.tsx'
import type { UrlPatch } from '#src/kit/url-search.ts'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { DateNav } from './DateNav.tsx'
import { FilterChips } from './FilterPanel.tsx'
import { FilterPanel } from './FilterPanel.tsx'
import { useFilterOptions, useFilterText } from './FilterPanel.tsx'
import { type Search, without } from './reservation-search.ts'
import { useT } from './use-t.ts'
import type { VenueChoice } from './VenuePicker.tsx'
import { VenuePicker } from './VenuePicker.tsx'
import type { ReservationRow } from '@tablewire/contracts/reservations'
import { coversOf, isUnconfirmed, lateMinutes } from './reservation-flags.ts'
import type { RowsWindow } from './rows-window.ts'
import { useNow } from '#src/kit/use-now.ts'

const FactsLine = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '4px 14px',
  fontVariantNumeric: 'tabular-nums',
  '& b': { color: theme.vars.palette.text.primary, fontWeight: 650 },
  '& button': { all: 'unset', display: 'inline-flex', alignItems: 'center', gap: 4, padding: '2px 6px', margin: '0 -6px', borderRadius: 4, fontWeight: 600, cursor: 'pointer', '&:hover': { backgroundColor: theme.vars.palette.ground.hover }, '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}` } },
  '& .late': { color: theme.vars.palette.tone.danger.text },
  '& .wait': { color: theme.vars.palette.tone.warning.text },
}))

type FactsProps = { window: RowsWindow; loading: boolean; onGo: (id: string) => void }

/** How many, how many guests, and what cannot wait; a touch leads there. Guests are counted once all rows are known. */
export const Facts = ({ window: { rows, total }, loading, onGo }: FactsProps) => {
  const t = useT()
  const now = useNow()
  const known = rows.filter((row): row is ReservationRow => row !== undefined)
  const covers = known.reduce((sum, row) => sum + coversOf(row), 0)
  const late = known.filter((row) => lateMinutes(row, now) !== undefined)
  const waiting = known.filter(isUnconfirmed)
  if (loading) return <FactsLine>{t('loading')}</FactsLine>
  return (
    <FactsLine>
      <span role="status">
        <b>{t('total', { count: total })}</b>
        {known.length === total && total > 0 ? <> · {t('covers', { count: covers })}</> : null}
      </span>
      {late[0] ? (
        <button type="button" className="late" onClick={() => onGo(late[0]!.id)}>
          <Icon path={mdiClockAlertOutline} size={15} />
          {t('late.count', { count: late.length })}
        </button>
      ) : null}
      {waiting[0] ? (
        <button type="button" className="wait" onClick={() => onGo(waiting[0]!.id)}>
          <Icon path={mdiHelpCircleOutline} size={15} />
          {t('waiting.count', { count: waiting.length })}
        </button>
      ) : null}
    </FactsLine>
  )
}

const Root = styled('header')(({ theme }) => ({
  display: 'grid',
  gap: 10,
  marginBottom: 12,
  '& .bar': { display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: 8 },
  '& .find': { flex: '1 1 190px', maxWidth: 340, minWidth: 0 },
  '& .push': { marginLeft: 'auto' },
  '& .facts': { minHeight: 30, color: theme.vars.palette.text.secondary, fontSize: '0.8125rem' },
  '& .MuiToggleButton-root': { minHeight: 36, gap: 6 },
  [theme.breakpoints.down('sm')]: {
    gap: 8,
    marginBottom: 8,
    '& .bar': { gap: 6 },
    '& .word': { position: 'absolute', width: 1, height: 1, overflow: 'hidden', clipPath: 'inset(50%)' },
    '& .MuiButton-startIcon': { marginRight: 4 },
  },
  '@media print': { display: 'none' },
}))

type PageHeadProps = {
  search: Search
  today: string
  choice: VenueChoice
  searchField: RefObject<HTMLInputElement | null>
  mayCreate: boolean
  /** Totals and what needs a look, at the left of the line under the bar. */
  facts: ReactNode
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

export const PageHead = ({ search, today, choice, searchField, mayCreate, facts, onSearch, onNew, onPrint }: PageHeadProps) => {
  const t = useT()
  const [text, setText] = useSearchText(search.q, onSearch)
  const areas = useEndpoint(venues.areas, { params: { id: choice.single?.id ?? '' } }, { staleTime: 600_000, enabled: choice.single !== undefined })
  const options = useFilterOptions(areas.data)
  const textOf = useFilterText(options)
  const { single } = choice
  return (
    <Root>
      <VisuallyHidden as="h1" tabIndex={-1} data-page-title>
        {t('title')}
      </VisuallyHidden>
      <div className="bar">
        <DateNav search={search} today={today} onDate={(date) => onSearch({ date, from: undefined, to: undefined })} />
        <VenuePicker choice={choice} ids={search.venue} onChange={(venue) => onSearch({ venue, area: undefined })} />
        <ToggleButtonGroup
          exclusive
          size="small"
          value={search.view}
          aria-label={t('view.group')}
          onChange={(_event, view: unknown) => (view === 'list' || view === 'day' ? onSearch({ view: view === 'list' ? undefined : view }) : undefined)}
        >
          <ToggleButton value="list">
            <Icon path={mdiFormatListBulleted} size={18} />
            <span className="word">{t('view.list')}</span>
          </ToggleButton>
          <ToggleButton value="day">
            <Icon path={mdiViewColumnOutline} size={18} />
            <span className="word">{t('view.day')}</span>
          </ToggleButton>
        </ToggleButtonGroup>
        {mayCreate ? (
          <Button className="push" variant="contained" startIcon={<Icon path={mdiPlus} size={20} />} onClick={onNew} aria-keyshortcuts="a">
            {t('new')}
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
            if (event.key !== 'Escape') return
            event.preventDefault()
            if (text === '') searchField.current?.blur()
            setText('')
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
        <FilterPanel search={search} options={options} single={single !== undefined} onChange={onSearch} />
        <FilterChips search={search} textOf={textOf} onClear={(names) => onSearch(without(names))} />
        <IconButton className="push" size="small" aria-label={t('print')} title={t('print')} onClick={onPrint}>
          <Icon path={mdiPrinterOutline} />
        </IconButton>
      </div>
      <div className="bar facts">{facts}</div>
    </Root>
  )
}
