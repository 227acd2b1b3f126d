import { json, type Reply, type RouteRequest } from '../../http/router.ts'
import type { Merchant, WaitlistRules } from '../memory.ts'
import type { Loose } from '../proto-read.ts'
import { merchantUpdate, serviceUpdate } from './update-messages.ts'
import { bodyIn, refuse, type UpdatesHost } from './updates-host.ts'

const notThere = (): never => refuse(404, 'Requested entity was not found.')
const idIn = ({ query }: RouteRequest, name: string): string => query.get(name) || refuse(400, `${name} is missing`)

const merchantFrom = (id: string, { merchant_name: name, name: _resource, ...rest }: Loose, before?: Merchant): Merchant => {
  const merchant = { ...before, ...rest, merchant_id: id, name: (name ?? before?.name ?? '') as string }
  return merchant.name === '' ? refuse(400, 'MISSING_NAME: merchant_name is missing') : merchant
}
const answered = ({ partnerId }: UpdatesHost, id: string, { text }: RouteRequest): Reply =>
  json({ ...(JSON.parse(text) as object), name: `partners/${partnerId}/merchants/${id}` })

export const createMerchant = (host: UpdatesHost, request: RouteRequest): Reply => {
  const id = idIn(request, 'merchantId')
  const { merchants } = host.memory
  if (merchants[id]) refuse(409, `Merchant ${id} already exists.`)
  const merchant = merchantFrom(id, bodyIn(merchantUpdate, request))
  if (!merchant.geo?.address && !merchant.geo?.unstructured_address) refuse(400, 'MISSING_ADDRESS: geo has no address')
  merchants[id] = merchant
  host.memory.save()
  return answered(host, id, request)
}
export const changeMerchant = (host: UpdatesHost, request: RouteRequest): Reply => {
  const id = request.params['merchant']!
  const before = host.memory.merchants[id] ?? notThere()
  host.memory.merchants[id] = merchantFrom(id, bodyIn(merchantUpdate, request), before)
  host.memory.save()
  return answered(host, id, request)
}
/** Only after the last of Google's bookings has passed. */
export const removeMerchant = (host: UpdatesHost, request: RouteRequest): Reply => {
  const id = request.params['merchant']!
  const { merchants, services, waitlists, bookings } = host.memory
  if (!merchants[id]) notThere()
  const ahead = bookings.filter(
    ({ merchantId, status, startSec }) => merchantId === id && status === 'CONFIRMED' && startSec * 1000 > host.nowMs(),
  )
  if (ahead.length)
    host.log.complain({
      at: new Date(host.nowMs()).toISOString(),
      about: `merchant ${id}`,
      code: 'MERCHANT_WITH_BOOKINGS',
      words: `removed while ${ahead.length} bookings are still to come`,
    })
  delete merchants[id]
  delete services[id]
  delete waitlists[id]
  host.memory.save()
  return json({})
}

/** Guests may join the waitlist as long as the service says whom it takes. */
const takeWaitlist = ({ memory }: UpdatesHost, merchant: string, service: Loose): void => {
  const rules = service['waitlist_rules'] as WaitlistRules | undefined
  if (rules) memory.waitlists[merchant] = rules
  else delete memory.waitlists[merchant]
}

export const createService = (host: UpdatesHost, request: RouteRequest): Reply => {
  const id = idIn(request, 'serviceId')
  const { merchant = '' } = request.params
  if (!host.memory.merchants[merchant]) notThere()
  const known = host.memory.services[merchant] ?? []
  if (known.includes(id)) refuse(409, `Service ${id} already exists.`)
  takeWaitlist(host, merchant, bodyIn(serviceUpdate, request))
  host.memory.services[merchant] = [...known, id]
  host.memory.save()
  return json(JSON.parse(request.text) as object)
}
export const changeService = (host: UpdatesHost, request: RouteRequest): Reply => {
  const { merchant = '', service = '' } = request.params
  if (!host.memory.services[merchant]?.includes(service)) notThere()
  const told = bodyIn(serviceUpdate, request)
  const mask = request.query.get('updateMask')?.split(',')
  if (!mask || mask.includes('waitlistRules')) takeWaitlist(host, merchant, told)
  host.memory.save()
  return json(JSON.parse(request.text) as object)
}
export const removeService = (host: UpdatesHost, request: RouteRequest): Reply => {
  const { merchant = '', service = '' } = request.params
  const known = host.memory.services[merchant] ?? []
  if (!known.includes(service)) notThere()
  host.memory.services[merchant] = known.filter((one) => one !== service)
  delete host.memory.waitlists[merchant]
  host.memory.save()
  return json({})
}
