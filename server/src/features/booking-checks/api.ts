export { checksOf } from './checks.ts'
