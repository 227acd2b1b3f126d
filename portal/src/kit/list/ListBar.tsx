import { mdiClose, mdiFilterVariant, mdiMagnify } from '@mdi/js'
import Button from '@mui/material/Button'
import { styled } from '@mui/material/styles'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { AsOfFact } from '../AsOfFact.tsx'
import { formatNumber } from '../format.ts'
import { Icon } from '../Icon.tsx'
import { useOfficeT } from '../office/use-office-t.ts'
import { useShortcuts } from '../shortcuts.ts'
import { TextField } from '../TextField.tsx'
import { useWiderThan } from '../use-width.ts'
import { AsChips, Filter } from './Filter.tsx'

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: theme.spacing(1),
  marginBottom: theme.spacing(1.25),
  '& > .search': {
    flex: '1 1 170px',
    maxWidth: 340,
    '& svg': { flexShrink: 0, marginInlineEnd: 8, color: theme.vars.palette.text.secondary },
  },
  '& > .total': {
    color: theme.vars.palette.text.secondary,
    fontSize: '0.8125rem',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
  },
  '& > .rest': { display: 'flex', alignItems: 'center', gap: theme.spacing(1), marginInlineStart: 'auto' },
  '& > .filters, & > .rest > .columns': { display: 'contents' },
  // Little room keeps its height for the rows: the filters wait behind a button, and those in use stand beside it.
  '&[data-folded="closed"] > .filters > *:not(.chip)': { display: 'none' },
  '&[data-folded="open"] > .filters': {
    display: 'grid',
    order: 1,
    flexBasis: '100%',
    gridTemplateColumns: 'repeat(auto-fill, minmax(min(100%, 150px), 1fr))',
    gap: theme.spacing(1),
    '& > *': { width: '100% !important', minWidth: '0 !important', maxWidth: 'none !important' },
  },
  [theme.breakpoints.down('sm')]: {
    // Beside the door to the filters; the count goes down to what stands at the right, which would have a row for itself.
    '& > .search': { flexBasis: 200, maxWidth: 'none' },
    // The age of the list comes and goes: between bar and rows, where room is kept for it.
    position: 'relative',
    marginBottom: 16,
    '& > .total .age': { position: 'absolute', top: '100%', insetInlineEnd: 0, fontSize: '0.75rem', lineHeight: '16px' },
    '& > .total .dot': { display: 'none' },
    // Its rows have no columns to choose from.
    '& > .rest.bare, & > .rest > .columns': { display: 'none' },
  },
  '@media print': { display: 'none' },
}))

/** Debounce of the search: the URL follows when typing pauses. */
const pauseMs = 250

type SearchBoxProps = { label: string; value: string; onChange: (text: string) => void }
export const SearchBox = ({ label, value, onChange }: SearchBoxProps) => {
  const input = useRef<HTMLInputElement>(null)
  const [text, setText] = useState(value)
  const sent = useRef(value)
  // Changed from outside: by the URL, or "clear filters".
  useEffect(() => {
    if (value !== sent.current) setText(value)
    sent.current = value
  }, [value])
  useEffect(() => {
    if (text === sent.current) return undefined
    const timer = setTimeout(() => {
      sent.current = text
      onChange(text)
    }, pauseMs)
    return () => clearTimeout(timer)
  }, [text, onChange])
  useShortcuts([{ keys: '/', label, run: () => input.current?.focus() }])
  return (
    <TextField
      className="search"
      type="search"
      value={text}
      placeholder={label}
      inputRef={input}
      startAdornment={<Icon path={mdiMagnify} size={18} />}
      slotProps={{ htmlInput: { 'aria-label': label, maxLength: 120, autoComplete: 'off', dir: 'auto' } }}
      onChange={({ target }) => setText(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || text === '') return
        event.stopPropagation()
        setText('')
      }}
    />
  )
}

export type FilterOption = { value: string; label: string }
type FilterSelectProps = {
  /** What stands there while nothing is chosen. */
  label: string
  /** What the choice is about, for who hears it, where the label does not say it. */
  name?: string
  value: string | undefined
  options: readonly FilterOption[]
  onChange: (value: string | undefined) => void
}

/** Each of its words is read in full where none is too long; what is chosen does not change the width, so that nothing beside it moves. */
const widthFor = (words: readonly string[]): number => {
  const longest = Math.max(...words.map(({ length }) => length))
  return Math.min(216, Math.max(120, Math.round(76 + longest * 7.8)))
}

/** One filter as a choice; nothing chosen = everything. */
export const FilterSelect = (props: FilterSelectProps) => {
  const { label, name = label, value, options, onChange } = props
  const words = options.find((option) => option.value === value)?.label ?? value ?? ''
  return (
    <Filter name={name} words={words} onRemove={() => onChange(undefined)}>
      <Choice {...props} />
    </Filter>
  )
}

const Choice = ({ label, name = label, value, options, onChange }: FilterSelectProps) => (
  <TextField
    select
    style={{ flex: `0 1 ${widthFor([label, ...options.map((option) => option.label)])}px`, width: 'auto', minWidth: 110 }}
    value={value ?? ''}
    slotProps={{ htmlInput: { 'aria-label': name } }}
    onChange={({ target }) => onChange(target.value || undefined)}
  >
    <option value="">{label}</option>
    {options.map((option) => (
      <option key={option.value} value={option.value}>
        {option.label}
      </option>
    ))}
  </TextField>
)

/** A bar of a phone. */
const phoneBar = 560
/** What of the window's width is not the bar's: the ends of the page, and the menu where it stands beside it. */
const besideBar = (): number => (innerWidth < 1200 ? 48 : 308)

type ListBarProps = {
  search?: SearchBoxProps
  /** `FilterSelect`s. */
  filters?: ReactNode
  /** The filters stand behind a button where the bar is narrower than this: where all of them have no room in a line. */
  foldBelow?: number | undefined
  /** Takes every filter and the search away; give it only while there is one. */
  onClear?: (() => void) | undefined
  /** The total; undefined while unknown. */
  total: number | undefined
  /** Of what moment the list is, where that is not now. */
  asOf?: string | undefined
  columns?: ReactNode
  actions?: ReactNode
}

/** Over a list: search (`/`), filters, how many there are, which columns, what can be done. */
export const ListBar = ({ search, filters, foldBelow = phoneBar, onClear, total, asOf, columns, actions }: ListBarProps) => {
  const t = useOfficeT()
  const [open, setOpen] = useState(false)
  const [ref, wide] = useWiderThan(foldBelow, besideBar())
  const id = useId()
  const folded = filters && !wide ? (open ? 'open' : 'closed') : undefined
  return (
    <Bar ref={ref} data-folded={folded}>
      {search ? <SearchBox {...search} /> : null}
      {folded ? (
        <Button
          color="inherit"
          variant="outlined"
          startIcon={<Icon path={mdiFilterVariant} size={18} />}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        >
          {t('list.filters')}
        </Button>
      ) : null}
      <div id={id} className="filters">
        <AsChips value={folded === 'closed'}>{filters}</AsChips>
      </div>
      {onClear ? (
        <Button size="small" color="inherit" startIcon={<Icon path={mdiClose} size={16} />} onClick={onClear}>
          {t('list.clear')}
        </Button>
      ) : null}
      <output className="total">
        {total === undefined ? ' ' : t('list.total', { count: total, number: formatNumber(total) })}
        {total === undefined || asOf === undefined ? null : <span className="dot"> · </span>}
        <AsOfFact at={asOf} />
      </output>
      <div className={actions ? 'rest' : 'rest bare'}>
        {columns ? <span className="columns">{columns}</span> : null}
        {actions}
      </div>
    </Bar>
  )
}

type FilterTextProps = { label: string; value: string; onChange: (text: string) => void }

/** For what is too many to choose from, such as cities; asked when it is written out. Its `key` is the value, so that "clear filters" empties it. */
export const FilterText = ({ label, value, onChange }: FilterTextProps) => {
  const [text, setText] = useState(value)
  return (
    <Filter name={label} words={value} onRemove={() => onChange('')}>
      <TextField
        style={{ width: 116 }}
        value={text}
        placeholder={label}
        slotProps={{ htmlInput: { 'aria-label': label, maxLength: 120, dir: 'auto' } }}
        onChange={({ target }) => setText(target.value)}
        onBlur={() => onChange(text.trim())}
        onKeyDown={({ key }) => (key === 'Enter' ? onChange(text.trim()) : undefined)}
      />
    </Filter>
  )
}
