export { type MerchantRecord, merchantRecords, type MerchantTold } from './merchant-record.ts'
export {
  areaFor,
  asAccount,
  asynchronous,
  belongsTo,
  isWithinLimits,
  type Merchant,
  merchantOf,
  merchantsNamed,
  merchantsOf,
  serviceId,
} from './merchants.ts'
export { serviceRecord, type ServiceRecord } from './service-record.ts'
export { datesOf, type GoogleSlot, roomsCount, slotsOf } from './slots-of.ts'
