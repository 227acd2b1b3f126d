import { styled } from '@mui/material/styles'
import { type FocusEvent, type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { popupMs, popupWidth } from '../layout.ts'

const Root = styled('div')({ position: 'relative' })
const Panel = styled('div')(({ theme }) => ({
  position: 'absolute',
  top: '100%',
  insetInlineStart: 0,
  zIndex: 1,
  width: popupWidth,
  maxHeight: 'calc(100dvh - 140px)',
  overflowY: 'auto',
  padding: 8,
  border: `1px solid ${theme.vars.palette.divider}`,
  borderRadius: theme.vars.shape.borderRadius,
  backgroundColor: theme.vars.palette.background.paper,
  boxShadow: theme.vars.shadows[8],
  opacity: 0,
  transform: 'translateY(-6px)',
  visibility: 'hidden',
  transition: ['opacity', 'transform', 'visibility'].map((name) => `${name} ${popupMs.exit}ms ease`).join(', '),
  '&[data-end="true"]': { insetInlineStart: 'auto', insetInlineEnd: 0 },
  '&[data-open="true"]': {
    opacity: 1,
    transform: 'none',
    visibility: 'visible',
    transitionDuration: `${popupMs.enter}ms, ${popupMs.enter}ms, 0ms`,
  },
}))

type By = 'mouse' | 'click' | undefined
/** The mouse may leave for a moment on its way into the popup. */
const leaveMs = 180
const doors = 'a[href], button, select, input'

/** Steps through what can be reached inside `within`; false when the key means nothing here. */
export const stepFocus = (within: readonly HTMLElement[], key: string, keys: { next: string; previous: string }): boolean => {
  const at = within.indexOf(document.activeElement as HTMLElement)
  const to = { [keys.next]: at + 1, [keys.previous]: at - 1, Home: 0, End: within.length - 1 }[key]
  if (to === undefined || within.length === 0) return false
  within[(to + within.length) % within.length]!.focus()
  return true
}

const usePopup = () => {
  const [by, setBy] = useState<By>()
  const [atEnd, setAtEnd] = useState(false)
  const root = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const open = (how: By): void => {
    clearTimeout(timer.current)
    const box = root.current?.getBoundingClientRect()
    if (box) setAtEnd((document.dir === 'rtl' ? box.right : innerWidth - box.left) < popupWidth + 8)
    setBy(how)
  }
  const close = (): void => {
    clearTimeout(timer.current)
    setBy(undefined)
  }
  useEffect(() => {
    if (!by) return undefined
    const outside = (event: Event): void => {
      if (!root.current?.contains(event.target as Node)) setBy(undefined)
    }
    document.addEventListener('pointerdown', outside)
    return () => document.removeEventListener('pointerdown', outside)
  }, [by])
  const onPointerEnter = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse') open(by ?? 'mouse')
  }
  const onPointerLeave = ({ pointerType }: PointerEvent): void => {
    if (pointerType === 'mouse' && by === 'mouse') timer.current = setTimeout(close, leaveMs)
  }
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent): void => {
    if (relatedTarget && !currentTarget.contains(relatedTarget)) close()
  }
  return { by, atEnd, open, close, root: { ref: root, onPointerEnter, onPointerLeave, onBlur } }
}

type DisclosureProps = { face: ReactNode; label?: string; within?: boolean; children: (close: () => void) => ReactNode }

/** A button with a popup below it: https://www.w3.org/WAI/ARIA/apg/patterns/disclosure/examples/disclosure-navigation/ */
export const Disclosure = ({ face, label, within = false, children }: DisclosureProps) => {
  const id = useId()
  const { by, atEnd, open, close, root } = usePopup()
  const button = useRef<HTMLButtonElement>(null)
  const panel = useRef<HTMLDivElement>(null)
  const inPanel = (): HTMLElement[] => [...(panel.current?.querySelectorAll<HTMLElement>(doors) ?? [])]
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'Escape' && by) {
      close()
      button.current?.focus()
    } else if (event.target === button.current) {
      if (event.key !== 'ArrowDown') return
      open('click')
      // The panel is in the page already, but cannot take the focus before it is drawn as visible.
      requestAnimationFrame(() => requestAnimationFrame(() => inPanel()[0]?.focus()))
    } else if ((event.target as Element).matches('select') || !stepFocus(inPanel(), event.key, { next: 'ArrowDown', previous: 'ArrowUp' }))
      return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <Root {...root} onKeyDown={onKeyDown}>
      <button
        ref={button}
        type="button"
        aria-label={label}
        aria-expanded={by !== undefined}
        aria-controls={id}
        data-within={within}
        onClick={() => (by === 'click' ? close() : open('click'))}
      >
        {face}
      </button>
      <Panel ref={panel} id={id} data-open={by !== undefined} data-end={atEnd}>
        {children(close)}
      </Panel>
    </Root>
  )
}
