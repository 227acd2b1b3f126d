export { paceOf } from './pace.ts'
export { analyticsOf } from './reservation-analytics.ts'
export { askedRows } from './row-filters.ts'
export { listMeasures } from './routes.ts'
