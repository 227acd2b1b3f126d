import { styled } from '@mui/material/styles'
import { type KeyboardEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { fadingEdges, scrollEdges } from './scroll-edges.ts'

const Bar = styled('div')(({ theme }) => ({
  display: 'flex',
  gap: 2,
  marginBlockEnd: theme.spacing(2),
  borderBlockEnd: `1px solid ${theme.vars.palette.divider}`,
  overflowX: 'auto',
  scrollbarWidth: 'none',
  '& > button': {
    all: 'unset',
    position: 'relative',
    flexShrink: 0,
    padding: '9px 12px',
    color: theme.vars.palette.text.secondary,
    fontSize: '0.875rem',
    fontWeight: 600,
    whiteSpace: 'nowrap',
    cursor: 'pointer',
    '&:hover': { color: theme.vars.palette.text.primary },
    '&[aria-selected="true"]': { color: theme.vars.palette.accent.text, boxShadow: `inset 0 -2px 0 ${theme.vars.palette.accent.ring}` },
    '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: -2 },
    '@media (pointer: coarse)': { paddingBlock: 13 },
  },
  ...fadingEdges,
  '@media print': { display: 'none' },
}))

type PageTabsProps<Id extends string> = {
  label: string
  tabs: readonly { id: Id; label: string }[]
  value: Id
  onChange: (id: Id) => void
}

/** The parts of a page, as many as there are; give the part below `role="tabpanel"` and `aria-labelledby={`tab-${id}`}`. */
export const PageTabs = <Id extends string>({ label, tabs, value, onChange }: PageTabsProps<Id>) => {
  const bar = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const chosen = bar.current?.querySelector<HTMLElement>('[aria-selected="true"]')
    if (bar.current && chosen) bar.current.scrollLeft = chosen.offsetLeft - bar.current.offsetLeft - 40
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another tab is another place to scroll to
  }, [value])
  useEffect(() => scrollEdges(bar.current), [])
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = tabs.findIndex(({ id }) => id === value)
    const rtl = getComputedStyle(event.currentTarget).direction === 'rtl'
    const steps: Record<string, number> = { ArrowRight: rtl ? -1 : 1, ArrowLeft: rtl ? 1 : -1 }
    const next =
      event.key === 'Home' ? 0 : event.key === 'End' ? tabs.length - 1 : steps[event.key] === undefined ? undefined : at + steps[event.key]!
    if (next === undefined) return
    event.preventDefault()
    const { id } = tabs[(next + tabs.length) % tabs.length]!
    onChange(id)
    document.getElementById(`tab-${id}`)?.focus()
  }
  return (
    <Bar role="tablist" aria-label={label} ref={bar} onKeyDown={onKeyDown}>
      {tabs.map((tab) => (
        <button
          key={tab.id}
          id={`tab-${tab.id}`}
          type="button"
          role="tab"
          aria-selected={tab.id === value}
          tabIndex={tab.id === value ? 0 : -1}
          onClick={() => onChange(tab.id)}
        >
          {tab.label}
        </button>
      ))}
    </Bar>
  )
}
