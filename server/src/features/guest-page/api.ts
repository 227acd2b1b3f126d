export { pagePhrases } from './page-phrases.ts'
export { cancelOwn, comeOwn } from './answers.ts'
export { mayCancel, mayConfirm, openAnswered, type Own } from './open-own.ts'
