export { demoBehindButton } from './write-link.ts'
