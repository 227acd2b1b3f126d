export { merchantRecords } from './merchant-record.ts'
export { areaFor, asAccount, asynchronous, isWithinLimits, type Merchant, merchantOf, merchantsOf, serviceId } from './merchants.ts'
export { serviceRecord } from './service-record.ts'
export { datesOf, type GoogleSlot, slotsOf } from './slots-of.ts'
