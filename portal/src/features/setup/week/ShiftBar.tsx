import { mdiAlertCircleOutline, mdiEarthOff } from '@mdi/js'
import type { Shift } from '@tablewire/contracts/estate/book'
import { styled } from '@mui/material/styles'
import { type KeyboardEvent, type PointerEvent, useRef, useState } from 'react'
import { Icon } from '#src/kit/Icon.tsx'
import { VisuallyHidden } from '#src/kit/VisuallyHidden.tsx'
import { useT } from '../use-t.ts'
import { endBy, movedBy, snap, type Span, spanOf, startBy } from '../week-line.ts'
import { weekdayName } from '#src/kit/Weekdays.tsx'

const Bar = styled('button')(({ theme }) => ({
  all: 'unset',
  position: 'absolute',
  boxSizing: 'border-box',
  height: 30,
  display: 'flex',
  alignItems: 'center',
  gap: 6,
  minWidth: 14,
  padding: '0 10px',
  overflow: 'hidden',
  borderRadius: theme.vars.shape.borderRadius,
  border: `1px solid ${theme.vars.palette.tone.primary.solid}`,
  backgroundColor: theme.vars.palette.tone.primary.soft,
  color: theme.vars.palette.tone.primary.text,
  fontSize: '0.75rem',
  fontWeight: 600,
  whiteSpace: 'nowrap',
  cursor: 'grab',
  // A finger that only scrolls must move nothing: what it drags is chosen first.
  touchAction: 'pan-y',
  '&.chosen': { touchAction: 'none' },
  userSelect: 'none',
  '&.offline': { borderStyle: 'dashed' },
  '&.chosen, &.chosen:hover': { boxShadow: `0 0 0 2px ${theme.vars.palette.accent.ring}`, zIndex: 2 },
  '&.wrong': {
    borderColor: theme.vars.palette.tone.danger.solid,
    backgroundColor: theme.vars.palette.tone.danger.soft,
    color: theme.vars.palette.tone.danger.text,
  },
  '&:focus-visible': { outline: `2px solid ${theme.vars.palette.accent.ring}`, outlineOffset: 2, zIndex: 3 },
  '&:active': { cursor: 'grabbing' },
  '& > .name, & > small': { flexShrink: 1, minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis' },
  // The name says more than the times, which the week's hours show as well.
  '& > small': { flexShrink: 1000, fontSize: '0.6875rem', fontWeight: 500, fontVariantNumeric: 'tabular-nums' },
  // The edges are taken by pointer only; the keyboard has Shift and Ctrl for them.
  '&::before, &::after': {
    content: '""',
    position: 'absolute',
    insetBlock: 4,
    width: 3,
    borderRadius: 2,
    backgroundColor: 'currentColor',
    opacity: 0.35,
  },
  '&::before': { left: 3 },
  '&::after': { right: 3 },
}))

const edgePixels = 9
type Grip = 'start' | 'end' | 'whole'
const change: Record<Grip, (shift: Shift, minutes: number) => Shift> = { start: startBy, end: endBy, whole: movedBy }
const cursors: Record<Grip, string> = { start: 'ew-resize', end: 'ew-resize', whole: 'grab' }

const gripAt = (element: HTMLElement, x: number): Grip => {
  const { left, right } = element.getBoundingClientRect()
  if (x - left < edgePixels) return 'start'
  return right - x < edgePixels ? 'end' : 'whole'
}

type ShiftBarProps = {
  shift: Shift
  weekday: number
  axis: Span
  span: Span
  top: number
  chosen: boolean
  wrong: boolean
  onChoose: () => void
  onChange: (shift: Shift) => void
}

/** Follows the pointer while a shift is dragged; only where it is let go becomes a change of the book. */
const useDrag = ({
  shift,
  axis,
  chosen,
  onChoose,
  onChange,
}: Pick<ShiftBarProps, 'shift' | 'axis' | 'chosen' | 'onChoose' | 'onChange'>) => {
  const [shown, setShown] = useState<Shift>()
  const drag = useRef<{ grip: Grip; x: number; perPixel: number; last: Shift } | undefined>(undefined)
  return {
    shown: shown ?? shift,
    onPointerDown: (event: PointerEvent<HTMLButtonElement>): void => {
      if (event.button !== 0) return
      const element = event.currentTarget
      element.setPointerCapture(event.pointerId)
      const width = element.parentElement?.getBoundingClientRect().width ?? 1
      const perPixel = event.pointerType === 'touch' && !chosen ? 0 : (axis.to - axis.from) / width
      drag.current = { grip: gripAt(element, event.clientX), x: event.clientX, perPixel, last: shift }
    },
    onPointerMove: (event: PointerEvent<HTMLButtonElement>): void => {
      const { current } = drag
      if (!current) {
        event.currentTarget.style.cursor = cursors[gripAt(event.currentTarget, event.clientX)]
        return
      }
      const minutes = Math.round(((event.clientX - current.x) * current.perPixel) / snap) * snap
      current.last = minutes === 0 ? shift : change[current.grip](shift, minutes)
      setShown(current.last)
    },
    onPointerUp: (): void => {
      const { current } = drag
      drag.current = undefined
      setShown(undefined)
      if (current && current.last !== shift) onChange(current.last)
      else if (current) onChoose()
    },
    onPointerCancel: (): void => {
      drag.current = undefined
      setShown(undefined)
    },
  }
}

/** Arrows move the shift, with Shift its end, with Ctrl its start; Enter opens it. */
const onKeys =
  ({ shift, onChoose, onChange }: Pick<ShiftBarProps, 'shift' | 'onChoose' | 'onChange'>) =>
  (event: KeyboardEvent): void => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault()
      onChoose()
    }
    const by = { ArrowLeft: -snap, ArrowRight: snap }[event.key]
    if (by === undefined) return
    event.preventDefault()
    onChange(change[event.shiftKey ? 'end' : event.ctrlKey ? 'start' : 'whole'](shift, by))
  }

export const ShiftBar = ({ shift, weekday, axis, top, chosen, wrong, onChoose, onChange }: ShiftBarProps) => {
  const t = useT()
  const { shown, ...pointer } = useDrag({ shift, axis, chosen, onChoose, onChange })
  const { from, to } = spanOf(shown)
  const place = (minutes: number): number => ((minutes - axis.from) / (axis.to - axis.from)) * 100
  const times = `${shown.from}–${shown.to}`
  const classes = [...(chosen ? ['chosen'] : []), ...(wrong ? ['wrong'] : []), ...(shift.online ? [] : ['offline'])]
  return (
    <Bar
      type="button"
      className={classes.join(' ')}
      style={{ top, left: `${place(from)}%`, width: `${place(to) - place(from)}%` }}
      aria-pressed={chosen}
      onKeyDown={onKeys({ shift, onChoose, onChange })}
      {...pointer}
    >
      {wrong ? <Icon path={mdiAlertCircleOutline} size={14} /> : shift.online ? null : <Icon path={mdiEarthOff} size={14} />}
      {shift.name ? <span className="name">{shift.name}</span> : <VisuallyHidden>{t('shift.unnamed')}</VisuallyHidden>}
      <VisuallyHidden>, {weekdayName(weekday, 'long')}, </VisuallyHidden>
      <small>{times}</small>
    </Bar>
  )
}
