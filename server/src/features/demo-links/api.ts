export { createDemoLink } from './write-link.ts'
