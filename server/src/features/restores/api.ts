export { startWatchingTime } from './watch-time.ts'
