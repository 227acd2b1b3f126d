export { tellZones } from './tell-zones.ts'
