export { planRetention } from './plan-retention.ts'
