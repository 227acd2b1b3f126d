import { z } from 'zod/mini'

/** RE2, plus `expired`: a hold that was not committed in time. */
export const statuses = [
  'held',
  'pending_confirmation',
  'requires_payment',
  'confirmed',
  'seated',
  'completed',
  'no_show',
  'canceled',
  'rejected',
  'expired',
] as const
export const Status = z.enum(statuses)
export type Status = z.infer<typeof Status>

/** From which side a change came (RE2). */
export const Side = z.enum(['guest', 'venue', 'channel', 'system', 'hub'])
export type Side = z.infer<typeof Side>

export const moveNames = ['confirm', 'reject', 'seat', 'complete', 'cancel', 'no-show', 'reopen'] as const
export const Move = z.enum(moveNames)
export type Move = z.infer<typeof Move>

/** Statuses that take up room in the book. */
export const occupying: readonly Status[] = ['held', 'pending_confirmation', 'requires_payment', 'confirmed', 'seated', 'completed']

/** Where each move leads from each status; a missing entry is an illegal move. The database holds the same table. */
const moves: Record<Move, Partial<Record<Status, Status>>> = {
  confirm: { pending_confirmation: 'confirmed', requires_payment: 'confirmed' },
  reject: { pending_confirmation: 'rejected', requires_payment: 'rejected' },
  seat: { confirmed: 'seated' },
  complete: { seated: 'completed' },
  cancel: { held: 'canceled', pending_confirmation: 'canceled', requires_payment: 'canceled', confirmed: 'canceled' },
  'no-show': { confirmed: 'no_show' },
  reopen: { seated: 'confirmed', completed: 'seated', no_show: 'confirmed', canceled: 'confirmed', rejected: 'confirmed' },
}

/** The status after the move, or undefined when the move is illegal from here. */
export const after = (move: Move, from: Status): Status | undefined => moves[move][from]
/** The moves that are legal from a status, in the order a host needs them. */
export const movesFrom = (from: Status): Move[] => moveNames.filter((move) => moves[move][from] !== undefined)
/** Cancel and reject need a reason (RE2). */
export const needsReason = (move: Move): boolean => move === 'cancel' || move === 'reject'
/** Time, party and area may still change. */
export const changeable = (status: Status): boolean =>
  status === 'held' || status === 'pending_confirmation' || status === 'requires_payment' || status === 'confirmed' || status === 'seated'
/** The code of a refusal by the book, or because somebody was faster: whoever may book beyond the limits can do so nevertheless. */
export const isRefusedByBook = (code: string): boolean =>
  code === 'slot.closed' || code === 'slot.taken' || code === 'slot.too_small' || code === 'slot.no_table'
/** Minutes after the reserved time from which a confirmed party counts as late. */
export const lateAfterMinutes = 15
/** So long a step may have waited for a connection and still count from when it was done. */
export const notedHoursMost = 12
/** So many minutes after its time the book still takes a party from whoever works in the house. */
export const houseGraceMinutes = 60
/** Minutes after midnight, on the venue's clock, until which people still mean the evening before. */
export const nightMinutes = 300

/** What a venue tells its guests of a booking, each kind on or off. */
export const noticeKinds = ['booked', 'requested', 'changed', 'canceled', 'rejected', 'reminder', 'same_day'] as const
export const VenueNotice = z.enum(noticeKinds)
export type VenueNotice = z.infer<typeof VenueNotice>
/** And what those are told who wait for a place, which is kept for them meanwhile. */
export const waitNoticeKinds = ['waitlist_offer', 'table_ready'] as const
/** What goes by text as well; that a booking was meant is asked by mail alone. */
export const textNoticeKinds = [...noticeKinds, ...waitNoticeKinds] as const
export type TextNotice = (typeof textNoticeKinds)[number]
export const isTextNotice = (notice: string): notice is TextNotice => textNoticeKinds.some((kind) => kind === notice)
const isWaitNotice = (notice: TextNotice): boolean => waitNoticeKinds.some((kind) => kind === notice)
/** `text`: by text message, by mail only where there is no number; `text_without_mail`: by text message where there is no mail address. */
export const noticePorts = ['mail', 'text', 'text_without_mail'] as const
export type NoticePort = (typeof noticePorts)[number]
/** Unless the venue chose otherwise: what is kept for minutes is told by text, as nobody looks into his mails so often. */
export const usualPort = (notice: TextNotice): NoticePort => (isWaitNotice(notice) ? 'text' : 'mail')
export type NoticePorts = Partial<Record<TextNotice, NoticePort | undefined>>
export const portOf = (ports: NoticePorts, notice: TextNotice): NoticePort => ports[notice] ?? usualPort(notice)
/** And what asks whether a booking was meant. */
export const GuestNotice = z.enum([...noticeKinds, ...waitNoticeKinds, 'verify'])
export type GuestNotice = z.infer<typeof GuestNotice>

/** In which statuses a message says the truth: no "booked" after "canceled", and nobody is reminded who sits already. */
const trueIn: Record<GuestNotice, readonly Status[]> = {
  booked: ['confirmed', 'seated'],
  requested: ['pending_confirmation', 'requires_payment'],
  changed: ['pending_confirmation', 'requires_payment', 'confirmed', 'seated'],
  canceled: ['canceled'],
  rejected: ['rejected'],
  reminder: ['confirmed'],
  same_day: ['confirmed'],
  waitlist_offer: ['held'],
  table_ready: ['held'],
  verify: ['held'],
}
export const stillTrue = (notice: GuestNotice, status: Status): boolean => trueIn[notice].includes(status)
