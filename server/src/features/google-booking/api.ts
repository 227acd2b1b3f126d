import type {} from './booking-rows.ts'

export { statusOf } from './booking-view.ts'
