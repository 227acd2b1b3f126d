import type { ConfirmationMode } from './messages.ts'
import type { InventorySlot } from './slot-rules.ts'

/** A time the map may ask for. */
export type Candidate = {
  serviceId: string
  startSec: number
  durationSec: number
  partySize: number
  roomId?: string
  roomName?: string
  tag?: string
  mode?: ConfirmationMode
  /** As the partner last told; undefined while it has told nothing. */
  open: boolean | undefined
}
/** What a replace deletes and puts in its place; an open side has no bound. */
export type Window = {
  serviceId: string
  fromSec: number
  toSec: number
  durationSec?: number | undefined
  roomId?: string | undefined
  slots: InventorySlot[]
}
type Replaced = Window & { merchantId: string; atMs: number }
export type Inventory = {
  /** All of a complete feed whose data was read at `readMs`: what was told after that stays. */
  replaceAll(all: Map<string, InventorySlot[]>, readMs: number): { added: number; existing: number; deleted: number }
  replace(merchantId: string, window: Window, atMs: number): void
  slots(asked: { merchantId: string; fromSec: number; toSec: number; partySize: number }): Candidate[] | undefined
  hasAhead(merchantId: string, nowSec: number): boolean
  size(): number
}

const mostReplaced = 20_000

const applied = (
  slots: readonly InventorySlot[],
  { serviceId, fromSec, toSec, durationSec, roomId, slots: fresh }: Window,
): InventorySlot[] => [
  ...slots.filter(
    (one) =>
      one.serviceId !== serviceId ||
      one.startSec < fromSec ||
      one.startSec >= toSec ||
      (durationSec !== undefined && one.durationSec !== durationSec) ||
      (roomId !== undefined && one.roomId !== roomId),
  ),
  ...fresh,
]

const candidateOf = ({ open, total: _total, ...slot }: InventorySlot): Candidate => ({ ...slot, open: open > 0 })

/** What the partner has told of its times, by merchant. */
export const makeInventory = (): Inventory => {
  let fed = false
  let slots = new Map<string, InventorySlot[]>()
  const replaced: Replaced[] = []
  const total = (): number => [...slots.values()].reduce((sum, list) => sum + list.length, 0)
  return {
    replaceAll: (all, readMs) => {
      const before = total()
      slots = all
      fed = true
      const after = total()
      const later = replaced.filter(({ atMs }) => atMs > readMs)
      replaced.splice(0, replaced.length, ...later)
      for (const { merchantId, ...window } of later) slots.set(merchantId, applied(slots.get(merchantId) ?? [], window))
      return { added: Math.max(0, after - before), existing: Math.min(before, after), deleted: Math.max(0, before - after) }
    },
    replace: (merchantId, window, atMs) => {
      replaced.push({ ...window, merchantId, atMs })
      replaced.splice(0, Math.max(0, replaced.length - mostReplaced))
      slots.set(merchantId, applied(slots.get(merchantId) ?? [], window))
    },
    slots: ({ merchantId, fromSec, toSec, partySize }) =>
      fed
        ? (slots.get(merchantId) ?? [])
            .filter((one) => one.partySize === partySize && one.startSec >= fromSec && one.startSec < toSec)
            .map((one) => candidateOf(one))
        : undefined,
    hasAhead: (merchantId, nowSec) => (slots.get(merchantId) ?? []).some(({ startSec, open }) => startSec > nowSec && open > 0),
    size: total,
  }
}
