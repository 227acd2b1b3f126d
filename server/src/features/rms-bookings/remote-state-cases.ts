import type { Status } from '@tablewire/contracts/booking/reservations.rules'

/** Nothing at the system takes a table any more. */
const over: readonly Status[] = ['canceled', 'rejected']
export const isEndedAtSystem = (status: Status | null): boolean => status !== null && over.includes(status)

/** Who is notified by mail. `caller`: whoever booked reads a refusal in the answer, so no mail repeats it. */
export type Audience = 'everybody' | 'caller' | 'nobody'

/** How a system's statement differs from our state. */
export type News = {
  /** It is the first that the system says of this booking. */
  first: boolean
  /** What the reservation becomes by it, where that is another status than it has. */
  status: Status | undefined
  /** Start, party, area or something else is another than here. */
  placed: boolean
  /** The reservation's status with all that. */
  now: Status
}

type Notice = 'booked' | 'requested' | 'rejected' | 'canceled' | 'changed'
export type Case = {
  name: string
  when: (news: News) => boolean
  /** What the history says; null where nothing happened. */
  event: 'booked' | 'moved' | 'changed' | null
  /** What the guest of a channel hears, by the status the reservation has now. */
  notices: Readonly<Partial<Record<Status, Notice>>>
}

const ended = { rejected: 'rejected', canceled: 'canceled' } as const

/** The cases of decision 0018, in this order; the first match counts. */
export const cases: readonly Case[] = [
  {
    name: 'made',
    when: ({ first, now }) => first && !isEndedAtSystem(now),
    event: 'booked',
    notices: { confirmed: 'booked', pending_confirmation: 'requested', requires_payment: 'requested' },
  },
  { name: 'refused', when: ({ first, status }) => first && status !== undefined, event: 'moved', notices: ended },
  { name: 'refused as known here', when: ({ first }) => first, event: 'changed', notices: ended },
  { name: 'moved on', when: ({ status }) => status !== undefined, event: 'moved', notices: { confirmed: 'booked', ...ended } },
  {
    name: 'placed elsewhere',
    when: ({ placed }) => placed,
    event: 'changed',
    notices: { confirmed: 'changed', pending_confirmation: 'changed', requires_payment: 'changed' },
  },
  { name: 'no news', when: () => true, event: null, notices: {} },
]

export const caseOf = (news: News): Case => cases.find(({ when }) => when(news))!

/** The webhook event for the channel's guest, once. */
export const noticeOf = ({ notices }: Case, now: Status, audience: Audience): Notice | undefined =>
  audience === 'nobody' || (audience === 'caller' && notices[now] === 'rejected') ? undefined : notices[now]

type StatusAsk = {
  here: Status
  /** The system's last statement. */
  before: Status | null
  stated: Status | undefined
  /** The system's status is applied although it is not new. */
  insist: boolean
}
/** The status to take over: a repeated statement is not new, and what people did here since stays. */
export const statusChange = ({ here, before, stated, insist }: StatusAsk): Status | undefined =>
  stated !== undefined && (insist || stated !== before) && stated !== here ? stated : undefined
