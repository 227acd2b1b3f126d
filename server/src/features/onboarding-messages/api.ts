export { fetchAttachment } from './attachments.ts'
export { readCopies, setCopies } from './copies-link.ts'
export { messagePhrases } from './message-phrases.ts'
export { takeReplies } from './take-reply.ts'
