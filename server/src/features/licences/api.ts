export { ofTripadvisor } from './list-installs.ts'
