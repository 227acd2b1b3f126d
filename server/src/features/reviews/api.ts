export { replyShownJob } from './reply-shown.ts'
