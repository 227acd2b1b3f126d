export { faceOfLink } from './open-link.ts'
export { demoBehindButton } from './write-link.ts'
