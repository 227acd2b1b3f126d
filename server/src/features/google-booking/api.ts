import type {} from './booking-rows.ts'

export { areAvailable } from './lookup.ts'
export { statusOf } from './booking-view.ts'
