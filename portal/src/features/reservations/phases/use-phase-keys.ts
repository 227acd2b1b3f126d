import { type KeyboardEvent, type RefObject, useImperativeHandle } from 'react'
import type { ListNav } from '#src/kit/list/use-roving.ts'
import { useShortcuts } from '#src/kit/shortcuts.ts'
import { useSeatT } from '../seating/use-seat-t.ts'
import { useT } from '../use-t.ts'
import { type Box, type Direction, nearest } from './nearest.ts'
import { usePhaseT } from './use-phase-t.ts'

const directions: Record<string, Direction> = {
  ArrowDown: { x: 0, y: 1 },
  ArrowUp: { x: 0, y: -1 },
  ArrowRight: { x: 1, y: 0 },
  ArrowLeft: { x: -1, y: 0 },
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
  onLate: (id: string) => void
  /** Undefined where the venue works without tables. */
  onTable: ((id: string, anchor: HTMLElement) => void) | undefined
  mayMove: boolean
}

/** How the page's keys and the arrows reach the parties, and the two keys that only this view has. */
export const usePhaseKeys = ({ root, nav, currentId, onMenu, onTime, onLate, onTable, mayMove }: PhaseKeys) => {
  const t = usePhaseT()
  const seatSay = useSeatT()
  const group = useT()('keys.group.one')
  const withFocused = (work: (id: string, party: HTMLElement) => void) => () => {
    const party = document.activeElement?.closest<HTMLElement>('[data-reservation]')
    if (party && root.current?.contains(party)) work(party.dataset['reservation']!, party)
  }
  useShortcuts([
    { keys: 'm', label: t('keys.menu'), group, run: withFocused(onMenu) },
    { keys: 'v', label: t('time.move'), group, enabled: mayMove, run: withFocused(onTime) },
    { keys: 'd', label: t('delay'), group, enabled: mayMove, run: withFocused(onLate) },
    ...(onTable ? [{ keys: 'b', label: seatSay('choose'), group, enabled: mayMove, run: withFocused(onTable) }] : []),
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
