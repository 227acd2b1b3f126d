import type { Answer, Exchange } from './exchange.ts'
import type { Person, WaitCause, WaitEntry, WaitEstimate, WaitStatus } from './messages.ts'
import type { Loose } from './proto-read.ts'

type Unread = { error: string }
export type WaitRefused = { cause: WaitCause } | Unread
export type Joining = { merchantId: string; serviceId: string; partySize: number; person: Person; token: string; wish?: string | undefined }
export type WaitServer = {
  /** How long a party would wait at this moment; no estimate = it is not seated tonight. */
  estimate(merchantId: string, serviceId: string, partySize: number): Promise<{ status: WaitStatus; estimate?: WaitEstimate } | Unread>
  join(joining: Joining): Promise<{ id: string } | WaitRefused>
  read(id: string): Promise<WaitEntry | Unread>
  leave(id: string): Promise<'left' | Unread>
}

type Estimates = { waitlist_status?: WaitStatus; wait_estimate?: WaitEstimate[] }
/** Of a list that is not open nothing is estimated, and no size twice or unasked. */
const estimateFaults = (partySize: number, answer: Loose): string[] => {
  const { waitlist_status: status = 'WAITLIST_STATUS_UNSPECIFIED', wait_estimate: estimates = [] } = answer as Estimates
  if (status === 'WAITLIST_STATUS_UNSPECIFIED') return ['no waitlist_status']
  if (status !== 'OPEN') return estimates.length ? ['an estimate of a list that is not open'] : []
  return estimates.length > 1 || estimates.some(({ party_size: size }) => size !== partySize) ? ['an estimate of another party'] : []
}
type Joined = { waitlist_entry_id?: string; waitlist_business_logic_failure?: { cause?: WaitCause } }
const joinFaults = (answer: Loose): string[] => {
  const { waitlist_entry_id: id, waitlist_business_logic_failure: failure } = answer as Joined
  if ((id === undefined) === (failure === undefined)) return ['neither an entry nor a failure, or both']
  return failure && (failure.cause ?? 'CAUSE_UNSPECIFIED') === 'CAUSE_UNSPECIFIED' ? ['a failure without a cause'] : []
}
const entryFaults = (answer: Loose): string[] => {
  const entry = answer['waitlist_entry'] as WaitEntry | undefined
  return (entry?.waitlist_entry_state ?? 'WAITLIST_ENTRY_STATE_UNSPECIFIED') === 'WAITLIST_ENTRY_STATE_UNSPECIFIED'
    ? ['an entry without a state']
    : []
}
const refusal = ({ words }: Answer & { ok: false }): Unread => ({ error: words })
const said = (fields: object): object =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined && value !== ''))

/** The waitlist methods of the partner's booking server. */
export const makeWaitServer = (exchange: Exchange): WaitServer => ({
  estimate: async (merchantId, serviceId, partySize) => {
    const body = { merchant_id: merchantId, service_id: serviceId, party_size: [partySize] }
    const check = (value: Loose): string[] => estimateFaults(partySize, value)
    const answer = await exchange({ method: 'BatchGetWaitEstimates', purpose: 'page load', body, check })
    if (!answer.ok) return refusal(answer)
    const { waitlist_status: status, wait_estimate: estimates = [] } = answer.value as Estimates
    return { status: status!, ...(estimates[0] ? { estimate: estimates[0] } : {}) }
  },
  join: async ({ merchantId, serviceId, partySize, person, token, wish }) => {
    const body = said({
      merchant_id: merchantId,
      service_id: serviceId,
      party_size: partySize,
      user_information: said(person),
      additional_request: wish,
      idempotency_token: token,
    })
    const answer = await exchange({ method: 'CreateWaitlistEntry', purpose: 'create', body, check: joinFaults })
    if (!answer.ok) return refusal(answer)
    const { waitlist_entry_id: id, waitlist_business_logic_failure: failure } = answer.value as Joined
    return id === undefined ? { cause: failure?.cause ?? 'CAUSE_UNSPECIFIED' } : { id }
  },
  read: async (id) => {
    const body = { waitlist_entry_id: id }
    const answer = await exchange({ method: 'GetWaitlistEntry', purpose: 'read', body, check: entryFaults })
    return answer.ok ? (answer.value['waitlist_entry'] as WaitEntry) : refusal(answer)
  },
  leave: async (id) => {
    const answer = await exchange({ method: 'DeleteWaitlistEntry', purpose: 'update', body: { waitlist_entry_id: id } })
    return answer.ok ? 'left' : refusal(answer)
  },
})
