import { type KeyboardEvent, type RefObject, useImperativeHandle } from 'react'
import type { ListNav } from '#src/kit/list/use-roving.ts'
import { useShortcuts } from '#src/kit/shortcuts.ts'
import { useT } from '../use-t.ts'
import { usePhaseT } from './use-phase-t.ts'

type Direction = { readonly x: number; readonly y: number }
const directions: Record<string, Direction> = {
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
}

type Box = Pick<DOMRect, 'left' | 'top' | 'width' | 'height'>
const middle = ({ left, top, width, height }: Box): Direction => ({ x: left + width / 2, y: top + height / 2 })

/** The nearest one where the arrow points, as the eye sees them; what lies aside counts four times, so that a column is walked before it is left. */
export const nearest = (boxes: readonly Box[], from: Box, { x, y }: Direction): number => {
  const here = middle(from)
  let best = -1
  let least = Infinity
  for (const [index, box] of boxes.entries()) {
    const there = middle(box)
    const ahead = x === 0 ? (there.y - here.y) * y : (there.x - here.x) * x
    const aside = x === 0 ? Math.abs(there.x - here.x) : Math.abs(there.y - here.y)
    const distance = ahead + aside * 4
    if (ahead > 1 && distance < least) [best, least] = [index, distance]
  }
  return best
}

const focusParty = (party: HTMLElement | undefined | null): void => {
  party?.focus()
  party?.closest('li')?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

type PhaseKeys = {
  root: RefObject<HTMLDivElement | null>
  nav: RefObject<ListNav | null>
  currentId: string | undefined
  onMenu: (id: string, anchor: HTMLElement) => void
  onTime: (id: string) => void
  mayMove: boolean
}

/** How the page's keys and the arrows reach the parties, and the two keys that only this view has. */
export const usePhaseKeys = ({ root, nav, currentId, onMenu, onTime, mayMove }: PhaseKeys) => {
  const t = usePhaseT()
  const group = useT()('keys.group.one')
  const withFocused = (work: (id: string, party: HTMLElement) => void) => () => {
    const party = document.activeElement?.closest<HTMLElement>('[data-reservation]')
    if (party && root.current?.contains(party)) work(party.dataset['reservation']!, party)
  }
  useShortcuts([
    { keys: 'm', label: t('keys.menu'), group, run: withFocused(onMenu) },
    { keys: 'v', label: t('time.move'), group, enabled: mayMove, run: withFocused(onTime) },
  ])
  const all = (): HTMLElement[] => [...(root.current?.querySelectorAll<HTMLElement>('[data-reservation]') ?? [])]
  useImperativeHandle(nav, () => ({
    step: (by) => {
      const parties = all()
      const at = parties.findIndex((party) => party.dataset['reservation'] === currentId)
      focusParty(parties[at < 0 ? 0 : Math.max(0, Math.min(parties.length - 1, at + by))])
    },
    focus: (id) => focusParty(root.current?.querySelector<HTMLElement>(`[data-reservation="${id ?? currentId}"]`)),
  }))
  return (event: KeyboardEvent<HTMLDivElement>): void => {
    const from = event.target as HTMLElement
    const id = from.dataset['reservation']
    if (event.altKey || event.ctrlKey || event.metaKey || id === undefined) return
    const direction = directions[event.key]
    if (direction) {
      const parties = all().filter((party) => party !== from)
      const box = (party: HTMLElement): Box => party.closest('li')!.getBoundingClientRect()
      focusParty(parties[nearest(parties.map(box), box(from), direction)])
    } else if (event.key === 'ContextMenu') onMenu(id, from)
    else return
    event.preventDefault()
  }
}
