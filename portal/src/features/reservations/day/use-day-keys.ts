import { type KeyboardEvent, type RefObject, useImperativeHandle } from 'react'
import type { ListNav } from '#src/kit/list/use-roving.ts'

/** Keys walk over the cards as they lie: up and down in a column, left and right to the next one that has any. */
const neighbour = (root: HTMLElement, from: HTMLElement, key: string): HTMLElement | undefined => {
  const cards = [...root.querySelectorAll<HTMLElement>('[data-reservation]')]
  const at = cards.indexOf(from)
  const { lane, column } = from.dataset
  if (key === 'ArrowDown') return cards[at + 1]
  if (key === 'ArrowUp') return cards[at - 1]
  const inLane = cards.filter((card) => card.dataset['lane'] === lane)
  const distance = (card: HTMLElement): number => Number(card.dataset['column']) - Number(column)
  const [onKey, backKey] = document.dir === 'rtl' ? ['ArrowLeft', 'ArrowRight'] : ['ArrowRight', 'ArrowLeft']
  if (key === onKey) return inLane.find((card) => distance(card) > 0)
  if (key !== backKey) return undefined
  const left = inLane.findLast((card) => distance(card) < 0)
  return left && inLane.find((card) => card.dataset['column'] === left.dataset['column'])
}

const focusCard = (card: HTMLElement | undefined | null): void => {
  card?.focus()
  card?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

type DayKeys = { root: RefObject<HTMLDivElement | null>; nav: RefObject<ListNav | null>; currentId: string | undefined }

/** How the page's keys and the arrows reach the cards. */
export const useDayKeys = ({ root, nav, currentId }: DayKeys) => {
  useImperativeHandle(nav, () => ({
    step: (by) => {
      const cards = [...(root.current?.querySelectorAll<HTMLElement>('[data-reservation]') ?? [])]
      const at = cards.findIndex((card) => card.dataset['reservation'] === currentId)
      focusCard(cards[at < 0 ? 0 : Math.max(0, Math.min(cards.length - 1, at + by))])
    },
    focus: (id) => focusCard(root.current?.querySelector<HTMLElement>(`[data-reservation="${id ?? currentId}"]`)),
  }))
  return (event: KeyboardEvent<HTMLDivElement>): void => {
    const from = event.target as HTMLElement
    if (event.altKey || event.ctrlKey || event.metaKey || from.dataset['reservation'] === undefined || !root.current) return
    const next = neighbour(root.current, from, event.key)
    if (!next) return
    event.preventDefault()
    focusCard(next)
  }
}
